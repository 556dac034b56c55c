// A player's own phone: keys for the secret entry, the knock with its moment, and a look at what was sent.
// What was entered is kept in this page alone, never in storage, and is gone with it.

import { TableClock, ask } from "./clock.js";
import { follow } from "./live.js";

const body = document.body;
const clock = new TableClock();
const FEW = 3;
const MANY = 8;
const AGAIN_MS = 10_000;
let sent = "";

async function post(path, fields) {
  const answer = await fetch(path, {
    method: "POST",
    headers: { Accept: "application/json" },
    body: new URLSearchParams(fields),
  });
  if (answer.ok) return "";
  const told = await answer.json().catch(() => ({}));
  return told.said ?? body.dataset.again;
}

async function tried(path, fields) {
  try {
    return await post(path, fields);
  } catch {
    return body.dataset.again;
  }
}

// -- the secret entry ---------------------------------------------------------------------------------------------

function prepareEntry() {
  const form = document.querySelector("form.entry");
  if (form && !form.dataset.ready) {
    form.dataset.ready = "1";
    sent = ""; // another question
    if (form.querySelector(".pad")) preparePad(form);
    if (form.querySelector(".counts")) prepareCounts(form);
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      send(form);
    });
  }
  const peek = document.querySelector(".given .peek");
  if (peek && sent) {
    peek.hidden = false;
    whileHeld(peek, (held) => {
      document.querySelector(".peeked").textContent = held ? sent : "";
    });
  }
}

async function send(form) {
  const button = form.querySelector("button.main");
  const fault = form.querySelector(".fault");
  const fields = Object.fromEntries(new FormData(form));
  button.disabled = true;
  fault.textContent = "";
  const said = await tried(form.getAttribute("action"), fields);
  button.disabled = false;
  fault.textContent = said;
  if (said) return;
  sent = fields.number ?? form.querySelector(".sum output").textContent;
  fade(form);
}

// What was sent is pale until it is in; what was refused, perhaps before the answer to it was here, is not.
function fade(form) {
  form?.classList.toggle("sent", !document.querySelector('[data-part="refused"] .fault'));
}

function preparePad(form) {
  const field = form.querySelector(".digits");
  const pad = form.querySelector(".pad");
  const look = form.querySelector(".look");
  pad.hidden = false;
  look.hidden = false;
  field.readOnly = true; // no keyboard over the keys of the page
  pad.addEventListener("click", (event) => {
    const key = event.target.closest("button");
    if (!key) return;
    if (key.dataset.key === "erase") field.value = field.value.slice(0, -1);
    else if (field.value.length < field.maxLength) field.value += key.dataset.digit;
  });
  whileHeld(look, (held) => {
    field.type = held ? "text" : "password";
  });
}

function prepareCounts(form) {
  const fields = [...form.querySelectorAll("[data-face]")];
  const sum = () => {
    const total = fields.reduce((points, field) => points + Number(field.dataset.face) * Number(field.value), 0);
    form.querySelector(".sum output").textContent = String(total);
  };
  for (const step of form.querySelectorAll(".step")) {
    step.hidden = false;
    step.addEventListener("click", () => {
      const field = step.parentElement.querySelector("input");
      field.value = String(Math.min(99, Math.max(0, Number(field.value) + Number(step.dataset.step))));
      sum();
    });
  }
  form.addEventListener("input", sum);
}

function whileHeld(key, show) {
  key.addEventListener("pointerdown", (event) => {
    event.preventDefault();
    show(true);
  });
  for (const end of ["pointerup", "pointerleave", "pointercancel"]) key.addEventListener(end, () => show(false));
}

// -- the knock ----------------------------------------------------------------------------------------------------

async function knock(form, moment) {
  const stamp = clock.known ? clock.stamp(moment) : {};
  const told = form.querySelector("p");
  form.classList.add("pressed");
  navigator.vibrate?.(30);
  const said = await tried(form.getAttribute("action"), stamp);
  form.classList.remove("pressed");
  const bound = body.dataset.within.replace("{ms}", String(Math.round(1000 * (stamp.within_s ?? 0))));
  if (said) told.textContent = said;
  else if (clock.known) told.textContent = bound;
}

// The moment of the finger itself: the handler may come later, the event's stamp does not. A browser whose events are
// stamped by another clock is not followed.
function momentOf(event) {
  const now = performance.now();
  return now - event.timeStamp >= 0 && now - event.timeStamp < 500 ? event.timeStamp : now;
}

let byFinger = false;
document.addEventListener("pointerdown", (event) => {
  const form = event.target.closest("form.knock");
  if (!form || !event.isPrimary) return;
  byFinger = true;
  knock(form, momentOf(event));
});
document.addEventListener("submit", (event) => {
  if (!event.target.matches("form.knock")) return;
  event.preventDefault();
  if (!byFinger) knock(event.target, performance.now()); // pressed on a keyboard
  byFinger = false;
});

async function measure(times) {
  if (!document.querySelector("form.knock")) return;
  try {
    await ask(clock, times);
    body.dataset.bound = String(1000 * clock.stamp(performance.now()).within_s);
  } catch {
    // What was measured before still holds; its bound grows with time.
  }
}

setInterval(() => document.visibilityState === "visible" && measure(FEW), AGAIN_MS);
document.addEventListener("visibilitychange", () => {
  clock.forget(); // the clock of a sleeping phone may stand still
  if (document.visibilityState === "visible") measure(MANY);
});
document.addEventListener("part", (event) => {
  if (event.detail === "entry") prepareEntry();
  if (event.detail === "refused") fade(document.querySelector("form.entry.sent"));
  if (event.detail === "knock" && !clock.known) measure(MANY);
});

prepareEntry();
measure(MANY);
follow();
