interface Picked<T> {
  /** The files to add, in the order in which they were chosen. */
  accepted: T[];
  /** The alert to show, if any. */
  alert?: string;
}

interface Bounds {
  /** Files per message. */
  most: number;
  /** Bytes per file. */
  bytes: number;
}

const megabytes = (bytes: number) => `${Math.floor(bytes / 1024 / 1024)} MB`;

/**
 * The files that fit into a message: as many as there's room for, and none that's too large. Pictures are scaled down before they're
 * sent, so they may be larger.
 */
export function pickFiles<T extends { name: string; size: number; type: string }>(
  present: number,
  chosen: readonly T[],
  { most, bytes }: Bounds,
): Picked<T> {
  const fits = chosen.filter(({ size, type }) => size > 0 && (size <= bytes || shrinks(type)));
  const accepted = fits.slice(0, Math.max(0, most - present));
  const alerts: string[] = [];
  const [refused, another] = chosen.filter((file) => !fits.includes(file));
  if (refused !== undefined && another === undefined && refused.size === 0) {
    alerts.push(`"${refused.name}" is empty, so it can't be sent.`);
  } else if (refused !== undefined && another === undefined) {
    alerts.push(`"${refused.name}" is too large. Files can have up to ${megabytes(bytes)}.`);
  } else if (refused !== undefined) {
    alerts.push(`Some files were left out because they're empty or larger than ${megabytes(bytes)}.`);
  }
  if (accepted.length < fits.length)
    alerts.push(
      accepted.length === 0
        ? `A message can have up to ${most} files. Send these first.`
        : `A message can have up to ${most} files, so the last ${fits.length - accepted.length} were left out.`,
    );
  return alerts.length === 0 ? { accepted } : { accepted, alert: alerts.join(' ') };
}

const shrinks = (type: string) => type.startsWith('image/') && type !== 'image/gif' && type !== 'image/svg+xml';
