"""Cards of known size on the plan of a table, in three looks: each goes where the ones before left something open."""

from __future__ import annotations

from collections.abc import Iterable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from vision.cards.back_groups import backs_alike, may_be_back
from vision.cards.backs import FOUR_SIDES, Table, backs_doubted, bounded
from vision.cards.cutting import cut_out, moved, moved_together, readings, resized
from vision.cards.edges import EdgeMap
from vision.cards.faces import Faces
from vision.cards.outlines import Outline
from vision.cards.partial import as_partial, covering, find_partial, unexplained, with_more
from vision.cards.plan import Plan
from vision.cards.reader import UNSURE, CardReader, CutCard, ValueRead
from vision.cards.rectangles import Canvas, canvas_of, find_rectangles
from vision.cards.rectify import Picture, Quad
from vision.cards.selection import (
    MOST_COVERED,
    SURE,
    SURELY_CARD,
    Reading,
    chosen,
    doubted_overlaps,
    first_choice,
    is_free,
    second_choice,
    weighed,
)
from vision.cards.silhouettes import clearness, find_silhouettes
from vision.cards.unlike import Small, Unlike, compared
from vision.readings import BACK

ROUNDS = 2
LEAST_READ = 0.2
EVEN, LIKELY, HARDLY, CLEARER, CLEAR = 0.5, 0.6, 0.7, 0.09, 0.7
MOST_PLAIN = 0.3
RESIZED = (1.03, 0.97)


@dataclass(frozen=True, slots=True)
class Scene:
    """A picture with the plan of its table, the faces that may lie there and who reads them, its edges, the table as a
    canvas and as a small picture."""

    picture: Picture
    plan: Plan
    faces: Faces
    reader: CardReader
    edges: EdgeMap
    canvas: Canvas
    small: Small

    def read(self, outlines: list[Outline], cards: Iterable[CutCard]) -> list[Reading]:
        """What cards cut out along outlines show."""
        return weighed(readings(self.reader, outlines, cards, self.faces))


def find_on_plan(picture: Picture, plan: Plan, faces: Faces, reader: CardReader) -> list[Reading]:
    """Cards of the size that the plan of the table says; at last those partly under others."""
    with ThreadPoolExecutor(1) as pool:
        edges, table = pool.submit(EdgeMap, picture), pool.submit(compared, picture, plan)
        canvas = canvas_of(picture, plan)
        outlines = find_rectangles(canvas, plan)
    small, unlike = table.result()
    outlines = unlike.likely(outlines)
    scene = Scene(picture, plan, faces, reader, edges.result(), canvas, small)
    kept, more = _second_look(scene, _first_look(scene, outlines))
    if faces.backs:
        kept = _look_at_shapes(scene, kept)
        kept = _doubted(scene, backs_alike(kept, () if faces.bombs else _filled(scene, kept)))
    return doubted_overlaps(_third_look(scene, outlines + more, kept))


def _first_look(scene: Scene, outlines: list[Outline]) -> list[Reading]:
    """The cards among rectangles; what only shows the colours of the table must be read surely."""
    choice = moved(first_choice(outlines, scene.plan.blocked), scene.edges)
    table = Table(scene.picture, [one.quad for one in choice])
    named = scene.read(choice, cut_out(scene.picture, choice, table=table))
    open_to = [one for one in named if not one.card.plain or one.value.confidence >= SURE or one.is_like_card(EVEN)]
    doubtful = [one for one in open_to if one.value.confidence < SURE]
    choice = moved(second_choice(outlines, open_to, scene.plan.blocked), scene.edges)
    together = moved_together([one.outline for one in doubtful], scene.edges, scene.plan)
    cards = cut_out(scene.picture, choice + together, table=table, rivals=doubtful)
    again = scene.read(choice + together, cards)
    named += [one for i, one in enumerate(again) if i < len(choice) or isinstance(one.value.value, int)]
    return table.sorted_out(_looked_closer(scene, chosen(named)))


def _looked_closer(scene: Scene, found: list[Reading]) -> list[Reading]:
    """The readings, and those of faces that leave a doubt, cut out a little too large, at last too small."""
    for share in RESIZED:
        again = [resized(one.outline, share) for one in found if _may_be_clearer(one)]
        closer = scene.read(again, cut_out(scene.picture, again))
        closer = [one for one in closer if isinstance(one.value.value, int)]  # Cloths look like backs too.
        found = chosen([*found, *closer])
    return found


def _second_look(scene: Scene, kept: list[Reading]) -> tuple[list[Reading], list[Outline]]:
    """The cards, with those in places that are unlike the table and where none was found; the rectangles there."""
    picture, plan = scene.picture, scene.plan
    kept = backs_doubted(scene.small, bounded(kept, scene.edges))
    known = _taken(kept)
    unlike = scene.small.unlike(known)
    more = unlike.ranked([one for part in unlike.parts(plan) for one in find_rectangles(scene.canvas, plan, part)])
    if not more:
        return kept, []
    blocked = (*plan.blocked, *known)
    choice = moved(first_choice(more, blocked), scene.edges)
    cards = (replace(card, most_none=HARDLY) for card in cut_out(picture, choice))
    found = _looked_closer(scene, chosen(scene.read(choice, cards)))
    likely = [one for one in found if one.value.confidence >= LEAST_READ or one.is_like_card(MOST_PLAIN)]
    return chosen([*kept, *bounded(likely, scene.edges)]), more


def _look_at_shapes(scene: Scene, kept: list[Reading]) -> list[Reading]:
    """The cards, with those that fill places unlike the table though no straight edges are seen about them."""
    shapes = find_silhouettes(scene.canvas, scene.plan, _without_known(scene, kept))
    on = [0.0 if _is_known(one) else _best_on(one.outline, shapes) for one in kept]
    rivals = [i for i, one in enumerate(kept) if 0 < on[i] < one.outline.score - CLEARER]
    clear = _clearness(scene, kept, [i for i in rivals if kept[i].outline.score < FOUR_SIDES])
    stay = [one for i, one in enumerate(kept) if not on[i] or (i in rivals and clear.get(i, 1.0) > EVEN)]
    others = [one.outline.quad for one in stay if not _is_known(one)]
    more = [one for one in shapes if is_free(one.quad, others)]
    cards = (replace(card, most_none=HARDLY) for card in cut_out(scene.picture, more))
    return [*stay, *scene.read(more, cards)]


def _best_on(outline: Outline, shapes: list[Outline]) -> float:
    """The best score of shapes that share much with an outline, 0 without any."""
    return max((one.score for one in shapes if not is_free(outline.quad, [one.quad])), default=0.0)


def _filled(scene: Scene, kept: list[Reading]) -> list[float]:
    """How clearly unsure cards that may be backs are filled by what is no table, 0..1; 0 of all others."""
    at = [i for i, one in enumerate(kept) if may_be_back(one) and one.value.confidence < SURE]
    clear = _clearness(scene, kept, at)
    return [clear.get(i, 0.0) for i in range(len(kept))]


def _doubted(scene: Scene, kept: list[Reading]) -> list[Reading]:
    """The readings, backs unsure where they may be more of the table, unless all of them has other colours."""
    doubted = bounded(backs_doubted(scene.small, kept), scene.edges)
    at = [i for i, one in enumerate(doubted) if one.value.confidence < SURE <= kept[i].value.confidence]
    clear = _clearness(scene, doubted, at)
    return [kept[i] if clear.get(i, 0.0) > CLEAR else one for i, one in enumerate(doubted)]


def _clearness(scene: Scene, kept: list[Reading], at: list[int]) -> dict[int, float]:
    """How clearly some of the cards are filled by what is no table, 0..1."""
    if not at:
        return {}
    quads = [kept[i].outline.quad for i in at]
    clear = clearness(scene.canvas, scene.plan, _without_known(scene, kept), quads)
    return dict(zip(at, clear.tolist(), strict=True))


def _without_known(scene: Scene, kept: list[Reading]) -> Unlike:
    """The table compared with itself, without cards read surely and faces."""
    return scene.small.unlike([one.outline.quad for one in kept if _is_known(one)])


def _is_known(one: Reading) -> bool:
    return one.value.confidence >= SURE or one.shows_face(EVEN)


def _third_look(scene: Scene, outlines: list[Outline], kept: list[Reading]) -> list[Reading]:
    """The cards, with partly hidden ones of which an index can be read surely, where something lies and no card was
    found."""
    for _ in range(ROUNDS):
        tops = covering(kept)
        unlike = scene.small.unlike(tops)
        apart = unexplained(outlines, unlike, scene.plan, MOST_COVERED)
        partly = find_partial(apart, scene.canvas, plan=scene.plan, edges=scene.edges, unlike=unlike)
        cards = (as_partial(card) for card in cut_out(scene.picture, partly, tops=tops))
        before, kept = kept, with_more(kept, scene.read(partly, cards))
        if kept is before:
            return _with_hidden_backs(scene, partly, kept) if scene.faces.backs else kept
    return kept


def _with_hidden_backs(scene: Scene, partly: list[Outline], kept: list[Reading]) -> list[Reading]:
    """The cards, with those partly under a hand or a cup that look like backs, though none of them surely."""
    known = [one.outline.quad for one in kept if _is_known(one)]
    free = [one for one in partly if is_free(one.quad, known)]
    cards = list(cut_out(scene.picture, free))
    kinds = scene.reader.kinds.kinds(card.picture for card in cards)
    backs: list[Reading] = []
    for outline, card, kind in sorted(zip(free, cards, kinds, strict=True), key=lambda one: -one[2].back):
        if kind.back > LIKELY and is_free(outline.quad, [one.outline.quad for one in backs]):
            backs.append(Reading(outline, card, ValueRead(BACK, min(kind.back, UNSURE), kind=kind)))
    quads = [one.outline.quad for one in backs]
    return [*(one for one in kept if _is_known(one) or is_free(one.outline.quad, quads)), *backs]


def _may_be_clearer(one: Reading) -> bool:
    """Whether a face is seen whose value leaves a doubt."""
    return one.value.confidence < SURE and one.value.value != BACK and one.is_like_card(SURELY_CARD)


def _taken(kept: list[Reading]) -> list[Quad]:
    """The places in which cards lie."""
    return [one.outline.quad for one in kept if one.value.confidence >= SURE or one.is_like_card(MOST_PLAIN)]
