// How far the clock of this phone is from the table's: an interval that is certain, not a guess.
// A question leaves at a, is received at b by the table's clock, answered at c, and the answer arrives at d.
// It was received after it left and arrived after it was sent: c - d <= offset <= b - a. Several questions narrow it
// down; between them the clocks may drift apart. The middle is the offset of NTP, half the width its bound.

const DRIFT = 1e-4; // two quartz clocks, each at most 50 millionths off
const RESOLUTION_MS = 1; // browsers round performance.now() against eavesdropping, to 1 ms at most

export class TableClock {
  constructor() {
    this.forget();
  }

  forget() {
    this.low = -Infinity;
    this.high = Infinity;
    this.at = 0;
  }

  // All in milliseconds: sent and arrived by this phone, received and answered by the table.
  learn({ sent, received, answered, arrived }) {
    const drift = DRIFT * Math.max(0, arrived - this.at);
    const low = Math.max(this.low - drift, answered - arrived);
    const high = Math.min(this.high + drift, received - sent);
    // An empty interval: the phone has slept and its clock has stood still. Only the newest answer counts.
    [this.low, this.high] = low <= high ? [low, high] : [answered - arrived, received - sent];
    this.at = arrived;
  }

  get known() {
    return Number.isFinite(this.low) && Number.isFinite(this.high);
  }

  // A moment of this phone by the table's clock, and how far that may be off: seconds, as the table counts.
  stamp(moment) {
    const drift = DRIFT * Math.max(0, moment - this.at);
    const offset = (this.low + this.high) / 2;
    return {
      at_s: (moment + offset) / 1000,
      within_s: ((this.high - this.low) / 2 + drift + RESOLUTION_MS) / 1000,
    };
  }
}

export async function ask(clock, times) {
  for (let number = 0; number < times; number += 1) {
    const sent = performance.now();
    const answer = await fetch("/clock", { cache: "no-store", headers: { Accept: "application/json" } });
    const arrived = performance.now();
    if (!answer.ok) throw new Error(`the table's clock: ${answer.status}`);
    const told = await answer.json();
    clock.learn({ sent, received: 1000 * told.received_s, answered: 1000 * told.sent_s, arrived });
  }
}
