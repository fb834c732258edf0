/** How many workers are on a run, and which of them this one is, from 0. */
export interface CrewPlace {
  size: number;
  rank: number;
}

/** The part of a limit that is this worker's, so that all workers on the run together keep to it. */
export class CrewShare {
  #place: CrewPlace = { size: 1, rank: 0 };

  /** Workers came or went. */
  set place({ size, rank }: CrewPlace) {
    this.#place = { size: Math.max(1, size), rank: Math.max(0, rank) };
  }

  /** The parts add up to the limit, as long as there are not more workers than that: each may always do one thing. */
  of(limit: number): number {
    const { size, rank } = this.#place;
    return Math.max(1, Math.floor(limit / size) + (rank < limit % size ? 1 : 0));
  }
}
