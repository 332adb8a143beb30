/**
 * Merges several processes' metrics, each in Prometheus' text format, into one such text: a metric's series have to be grouped under
 * its one description. Their labels must tell the processes apart.
 */
export function mergeMetrics(texts: readonly string[]): string {
  const metrics = new Map<string, string[]>();
  for (const block of texts.flatMap((text) => text.trim().split('\n\n'))) {
    const [help = '', type = '', ...series] = block.split('\n');
    const lines = metrics.get(type);
    if (lines) lines.push(...series);
    else if (type !== '') metrics.set(type, [help, type, ...series]);
  }
  return `${[...metrics.values()].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
