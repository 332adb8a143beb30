/** The path of a page of the app: what stands for each `:name` of a route, decoded, or null for another page. Addresses that cannot be decoded are refused before. */
export type MatchPage = (path: string) => Record<string, string> | null;

/** @param route a path of the app, as `/profile/:username` */
export function matchPage(route: string): MatchPage {
  const names: string[] = [];
  const source = route.replace(/:(\w+)/g, (_, name: string) => {
    names.push(name);
    return '([^/]+)';
  });
  const pattern = new RegExp(`^${source}/?$`);
  return (path) => {
    const found = pattern.exec(path);
    return found && Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(found[index + 1] ?? '')]));
  };
}
