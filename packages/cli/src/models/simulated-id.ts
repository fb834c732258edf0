/** Is it the id of a model that is simulated, or plays a script? What such a model costs is play money. */
export function isSimulatedId(id: string): boolean {
  return id.startsWith("sim/") || id.startsWith("scripted:");
}
