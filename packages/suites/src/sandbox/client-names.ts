/** Variables that say to a client of Docker or Podman where its daemon and its settings are. */
const ofClient =
  /^(PATH|HOME|USER|TMPDIR|SSH_AUTH_SOCK|LD_.*|DOCKER_(?!AUTH_CONFIG$).*|CONTAINERS?_.*|PODMAN_.*|XDG_.*)$/;

/** Does a client of containers read this variable itself? */
export function isOfClient(name: string): boolean {
  return ofClient.test(name);
}
