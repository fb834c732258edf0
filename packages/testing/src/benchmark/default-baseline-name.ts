/** What the single-generator control is called when nobody gives another name. */
export const defaultBaselineName = "single-generator";
