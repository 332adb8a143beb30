/**
 * Joins what several processes show, each in Prometheus' text format, to one such text: the series of a metric have to stand
 * together under its one description. Their labels must tell the processes apart.
 */
export function mergeFigures(texts: readonly string[]): string {
  const metrics = new Map<string, string[]>();
  for (const block of texts.flatMap((text) => text.trim().split('\n\n'))) {
    const [help = '', type = '', ...series] = block.split('\n');
    const lines = metrics.get(type);
    if (lines) lines.push(...series);
    else if (type !== '') metrics.set(type, [help, type, ...series]);
  }
  return `${[...metrics.values()].map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
