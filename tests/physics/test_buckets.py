"""The bucket pyramid: the rule decides what is lost, physics what is drawn and what hands must do."""

import pytest

from physics.buckets import Bucket, pull_out, pyramid
from physics.errors import BadScene

ALL = frozenset((row, column) for row in range(4) for column in range(4 - row))


def test_the_full_pyramid_has_ten_buckets_row_by_row():
    cells, built = pyramid(ALL, Bucket())
    assert cells[0] == (0, 0)
    assert len(built.pieces) == 10
    assert max(y for _, y in built.pieces[-1].outline_mm) == pytest.approx(4 * 48)


def test_e_a0_a_corner_taken_leaves_nine_standing_by_counterweight():
    fall = pull_out(ALL, (0, 0), lost={(0, 0), (1, 0), (2, 0), (3, 0)})
    assert fall is not None
    assert fall.take_away == ((1, 0), (2, 0), (3, 0))
    assert fall.put_back == ()
    assert len(fall.frames) == 1


def test_e_a0_a_bucket_under_the_top_falls_with_it_and_nothing_is_left_to_do():
    fall = pull_out(ALL, (2, 0), lost={(2, 0), (3, 0)})
    assert fall is not None
    assert fall.take_away == ()
    assert fall.put_back == ()
    assert len(fall.frames) > 50


def test_the_top_alone_moves_nothing():
    fall = pull_out(ALL, (3, 0), lost={(3, 0)})
    assert fall is not None
    assert (fall.take_away, fall.put_back, len(fall.frames)) == ((), (), 1)


def test_the_last_bucket_leaves_nothing_to_draw():
    assert pull_out({(0, 2)}, (0, 2), lost={(0, 2)}) is None


@pytest.mark.parametrize("removed", sorted(ALL))
def test_what_hands_must_do_is_exactly_where_rule_and_fall_differ(removed):
    lost = {removed} | {cell for cell in ALL if cell[0] > removed[0]}
    fall = pull_out(ALL, removed, lost=lost)
    assert fall is not None
    assert set(fall.take_away) <= lost - {removed}
    assert not set(fall.put_back) & lost


def test_buckets_that_do_not_stand_are_refused():
    with pytest.raises(BadScene, match="remove what stands"):
        pull_out({(0, 0)}, (0, 1), lost=set())
    with pytest.raises(BadScene, match="remove what stands"):
        pull_out({(0, 0)}, (0, 0), lost={(0, 0), (3, 0)})
    with pytest.raises(BadScene, match="row 4"):
        pyramid({(4, 0)}, Bucket())
    with pytest.raises(BadScene, match="at least one"):
        pyramid(set(), Bucket())
