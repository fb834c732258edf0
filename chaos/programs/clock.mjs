// Loaded before a program: what it takes for the time jumps by X_CHAOS_CLOCK's `byMs`, `afterMs` after its start.
// Timers and `performance` go on as they do when somebody sets the clock of a machine.
const { afterMs, byMs } = JSON.parse(process.env.X_CHAOS_CLOCK);
const RealDate = Date;
const start = performance.now();
const shift = () => (performance.now() - start >= afterMs ? byMs : 0);
globalThis.Date = class extends RealDate {
  constructor(...words) {
    if (words.length === 0) super(RealDate.now() + shift());
    else super(...words);
  }
  static now() {
    return RealDate.now() + shift();
  }
};
