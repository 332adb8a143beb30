import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseSync, visitorKeys } from 'oxc-parser';

/**
 * @typedef {object} Import
 * @property {string} specifier as it is written
 * @property {number} line 1-based
 * @property {boolean} typeOnly `import type`, `import('…').T`, a module augmentation
 *
 * @typedef {object} Source what the rules need to know of one file
 * @property {string} path from the root, with `/`
 * @property {Import[]} imports
 * @property {{text: string, line: number}[]} texts every string and the fixed beginning of every template
 * @property {{name: string, of?: string, second?: string, line: number}[]} calls the last name of each called expression, `query`
 *   of `db.reads.query(…)`; the name before it, `reads`; and the last name of its second argument if that's a name
 * @property {Set<string>} names identifiers and property names
 * @property {number} lines of the whole file
 * @property {{name: string, line: number, lines: number}[]} functions each with its length; those that `describe` gets aren't counted
 * @property {{name: string, line: number, text: string, isExportedAsync: boolean}[]} declarations what the file declares at its top level
 * @property {{name: string, method: string, path: string, line: number}[]} endpoints exported constants made by `endpoint({…})`
 */

const CODE = /\.(ts|tsx|mts|mjs|js|jsx)$/;
const SKIPPED = new Set(['node_modules', 'dist', '.git', 'coverage']);

/** Every code file below `root/folder`, sorted; empty if the folder is missing. */
export function listFiles(root, folder) {
  const found = [];
  const walk = (relative) => {
    let entries;
    try {
      entries = readdirSync(join(root, relative), { withFileTypes: true });
    } catch (error) {
      if (error.code === 'ENOENT') return;
      throw error;
    }
    for (const entry of entries) {
      const path = `${relative}/${entry.name}`;
      if (entry.isDirectory()) {
        if (!SKIPPED.has(entry.name) && !entry.name.startsWith('.')) walk(path);
      } else if (CODE.test(entry.name) && !entry.name.endsWith('.d.ts')) found.push(path);
    }
  };
  walk(folder);
  return found.sort();
}

/** Reads one file. Throws with the file's name if it doesn't parse. */
export function readSource(root, path) {
  const text = readFileSync(join(root, path), 'utf8');
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0].message}`);
  const lineAt = lineFinder(text);
  const lines = text.split('\n').length - 1;
  const source = { path, lines, imports: [], texts: [], calls: [], functions: [], names: new Set(), endpoints: [] };
  source.declarations = program.body.flatMap((node) => declarationsOf(node, text, lineAt));
  visit(program, source, lineAt);
  return source;
}

/** The constants and functions that a statement at the top level declares, each with its text. */
function declarationsOf(node, text, lineAt) {
  const declared = node.declaration ?? node;
  return [declared, ...(declared.declarations ?? [])].flatMap((each) => {
    const { id, start, end, init } = each;
    if (id?.name === undefined) return [];
    const isExportedAsync = node.type === 'ExportNamedDeclaration' && isAsync(init ?? each);
    return [{ name: id.name, line: lineAt(start), text: text.slice(start, end), isExportedAsync }];
  });
}

/** Whether it's a function that says `async`, or that it returns a promise. */
const isAsync = (node) => node.async === true || node.returnType?.typeAnnotation?.typeName?.name === 'Promise';

/** Maps an offset in `text` to its line, by binary search over line starts. */
function lineFinder(text) {
  const starts = [0];
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return (offset) => {
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (starts[middle] <= offset) low = middle;
      else high = middle - 1;
    }
    return low + 1;
  };
}

function visit(node, source, lineAt, parent) {
  collectors[node.type]?.(node, source, lineAt, parent);
  const keys = visitorKeys[node.type];
  if (keys === undefined) return;
  for (const key of keys) {
    const child = node[key];
    if (Array.isArray(child)) {
      for (const item of child) if (item !== null) visit(item, source, lineAt, node);
    } else if (child !== null && typeof child === 'object') visit(child, source, lineAt, node);
  }
}

function addImport(source, lineAt, node, specifier, typeOnly) {
  if (typeof specifier === 'string') source.imports.push({ specifier, line: lineAt(node.start), typeOnly });
}

/** `import type … from`, or a list with only types. */
function isTypeImport(node) {
  if (node.importKind === 'type' || node.exportKind === 'type') return true;
  const members = node.specifiers ?? [];
  return members.length > 0 && members.every((member) => (member.importKind ?? member.exportKind) === 'type');
}

const reExport = (node, source, lineAt) => {
  if (node.source) addImport(source, lineAt, node, node.source.value, isTypeImport(node));
};

function collectFunction(node, source, lineAt, parent) {
  const caller = parent?.callee;
  // `describe(…)`, `describe.skipIf(…)(…)`, `test.describe(…)`: a group of tests, so its length doesn't count.
  if (caller !== undefined && /\bdescribe\b/.test(calleeName(caller))) return;
  const line = lineAt(node.start);
  const name = node.id?.name ?? parent?.id?.name ?? parent?.key?.name ?? calleeName(caller);
  source.functions.push({ name, line, lines: lineAt(node.end) - line + 1 });
}

/** The words of a called expression, such as `describe.skipIf`. */
function calleeName(node) {
  if (node?.type === 'CallExpression') return calleeName(node.callee);
  if (node?.type === 'MemberExpression') return `${calleeName(node.object)}.${node.property.name}`;
  return node?.name ?? '';
}

const collectors = {
  FunctionDeclaration: collectFunction,
  FunctionExpression: collectFunction,
  ArrowFunctionExpression: collectFunction,
  ImportDeclaration: (node, source, lineAt) => addImport(source, lineAt, node, node.source.value, isTypeImport(node)),
  ExportAllDeclaration: reExport,
  ExportNamedDeclaration(node, source, lineAt) {
    reExport(node, source, lineAt);
    for (const declarator of node.declaration?.declarations ?? []) collectEndpoint(declarator, source, lineAt);
  },
  ImportExpression: (node, source, lineAt) => addImport(source, lineAt, node, node.source.value, false),
  TSImportType: (node, source, lineAt) =>
    addImport(source, lineAt, node, node.source?.value ?? node.argument?.literal?.value, true),
  TSModuleDeclaration: (node, source, lineAt) => addImport(source, lineAt, node, node.id.value, true),
  /** `new URL('./worker.ts', import.meta.url)` starts a worker: a dependency like any import. */
  NewExpression(node, source, lineAt) {
    const [first, second] = node.arguments;
    const relative = node.callee.name === 'URL' && second?.type === 'MemberExpression' && first?.type === 'Literal';
    if (relative && CODE.test(first.value)) addImport(source, lineAt, node, first.value, false);
  },
  CallExpression(node, source, lineAt) {
    const name = node.callee.property?.name ?? node.callee.name;
    const argument = node.arguments[1];
    const second = argument?.property?.name ?? argument?.name;
    const of = node.callee.object?.property?.name ?? node.callee.object?.name;
    if (name !== undefined) source.calls.push({ name, of, second, line: lineAt(node.start) });
    if (node.callee.name === 'require' && node.arguments[0]?.type === 'Literal')
      addImport(source, lineAt, node, node.arguments[0].value, false);
  },
  Literal(node, source, lineAt) {
    if (typeof node.value === 'string') source.texts.push({ text: node.value, line: lineAt(node.start) });
  },
  TemplateLiteral(node, source, lineAt) {
    const text = node.quasis.map((part) => part.value.cooked ?? part.value.raw).join('…');
    source.texts.push({ text, line: lineAt(node.start) });
  },
  Identifier: (node, source) => source.names.add(node.name),
};

function collectEndpoint(declarator, source, lineAt) {
  const call = declarator.init;
  if (call?.type !== 'CallExpression' || call.callee.name !== 'endpoint') return;
  const value = (key) => call.arguments[0]?.properties?.find((property) => property.key?.name === key)?.value?.value;
  source.endpoints.push({
    name: declarator.id.name,
    method: value('method'),
    path: value('path'),
    line: lineAt(declarator.start),
  });
}
