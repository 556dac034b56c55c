// Follows a game: replaces the parts of the page that have changed, and says whether the connection stands.

const body = document.body;

function lamp(state) {
  body.dataset.state = state;
  const words = document.querySelector(".lamp span");
  const told = { live: body.dataset.live, lost: body.dataset.lost }[state];
  if (words && told) words.textContent = told;
}

function scores(root) {
  return new Map([...root.querySelectorAll(".score")].map((score) => [score.dataset.seat, score.textContent]));
}

function replace(name, key, html) {
  const part = document.querySelector(`[data-part="${name}"]`);
  if (!part || part.dataset.key === key) return;
  const before = scores(part);
  part.innerHTML = html;
  part.dataset.key = key;
  for (const score of part.querySelectorAll(".score")) {
    const old = before.get(score.dataset.seat);
    if (old !== undefined && old !== score.textContent) score.classList.add("changed");
  }
  part.dispatchEvent(new CustomEvent("part", { bubbles: true, detail: name }));
}

export function follow() {
  const source = new EventSource(body.dataset.events);
  source.onopen = () => lamp("live");
  source.onmessage = (event) => {
    lamp("live");
    for (const [name, [key, html]] of Object.entries(JSON.parse(event.data))) replace(name, key, html);
    body.dataset.seen = Number(body.dataset.seen ?? 0) + 1;
  };
  source.addEventListener("gone", () => {
    source.close();
    location.reload();
  });
  source.onerror = () => {
    lamp("lost");
    // A browser gives up for good after some answers; a table that is back should be found again.
    if (source.readyState === EventSource.CLOSED) {
      setTimeout(follow, 2000);
    }
  };
}

if (body.classList.contains("board")) follow();
