/** For how long the process stood still. */
export interface Standstill {
  /** Milliseconds from the start of the watch until now. Never falls. */
  ms(): number;
  stop(): void;
}

const everyMs = 250;
/** A machine with too much to do is late too; that is its pace, not a standstill. */
const noticeableMs = 1000;

/** Watches for times in which the process does nothing at all: stopped, or asleep with its machine. */
export function watchStandstill(): Standstill {
  let before = 0;
  let due = performance.now() + everyMs;
  const late = () => {
    const ms = performance.now() - due;
    return ms >= noticeableMs ? ms : 0;
  };
  const tick = setInterval(() => {
    before += late();
    due = performance.now() + everyMs;
  }, everyMs);
  tick.unref();
  return { ms: () => before + late(), stop: () => clearInterval(tick) };
}
