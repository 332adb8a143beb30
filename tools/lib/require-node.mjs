/**
 * Ends with a sentence if Node is too old. Scripts import it first and everything else after it with `import()`, because an old Node
 * would otherwise stop at syntax it doesn't know.
 */
const wanted = [20, 19];
const [major, minor] = process.versions.node.split('.').map(Number);

if (major < wanted[0] || (major === wanted[0] && minor < wanted[1])) {
  console.error(
    `Hubbub needs Node ${wanted.join('.')} or newer, and this is Node ${process.versions.node}. Get a newer one from https://nodejs.org and try again.`,
  );
  process.exit(1);
}
