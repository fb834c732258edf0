/** Lower and upper end, both included; lower is never above upper. */
export type Interval = [lower: number, upper: number];
