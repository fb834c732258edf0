/**
 * Parts of `/proc` by which the kernel of the host can be told what to do. It asks for the id of the user there, not
 * for capabilities: a command of a host's root could write them, whatever namespace it is in, and so start programs
 * outside.
 */
export const kernelSettings: readonly string[] = [
  ...["sys", "sysrq-trigger", "irq", "bus", "fs", "acpi", "driver", "scsi", "mtrr", "asound"],
  ...["pressure", "timer_list", "latency_stats", "sched_debug"],
].map((name) => `/proc/${name}`);
