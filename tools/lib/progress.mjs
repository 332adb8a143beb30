const frames = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];

/** Milliseconds between two frames of the line, and between two lines when it isn't a terminal. */
const frameMs = 120;
const lineMs = 20_000;
/** A step too short for a line of its own is only mentioned if it takes longer than this (milliseconds). */
const briefMs = 1000;

/**
 * Shows that something is being done and for how long: on a terminal in one animated line, elsewhere in plain lines, with another every
 * 20 s.
 * @param {string} what such as `Installing the dependencies`
 * @param {{ isBrief?: boolean, out?: NodeJS.WriteStream }} [options] `isBrief`: leaves no line behind if it only takes a moment
 */
export function beginStep(what, { isBrief = false, out = process.stdout } = {}) {
  const began = performance.now();
  const seconds = () => Math.round((performance.now() - began) / 1000);
  const timers = [];
  if (out.isTTY) {
    let frame = 0;
    const draw = () => {
      const text = `${frames[frame++ % frames.length]} ${what} … ${seconds()} s`;
      // The cursor returns to the start, so that anything else printed meanwhile replaces this line.
      out.write(`\r${text.slice(0, (out.columns || 80) - 1)}\x1b[K\r`);
    };
    draw();
    timers.push(setInterval(draw, frameMs).unref());
  } else {
    if (isBrief) timers.push(setTimeout(() => out.write(`${what} …\n`), briefMs).unref());
    else out.write(`${what} …\n`);
    timers.push(setInterval(() => out.write(`${what} … ${seconds()} s\n`), lineMs).unref());
  }
  const end = (line) => {
    for (const timer of timers.splice(0)) clearInterval(timer);
    if (out.isTTY) out.write('\r\x1b[K');
    if (line !== undefined) out.write(`${line}\n`);
  };
  return {
    done: () =>
      end(isBrief && performance.now() - began < 2 * briefMs ? undefined : `${what} … done in ${seconds()} s.`),
    failed: () => end(`${what} … failed.`),
    /** Leaves no line. */
    drop: () => end(),
  };
}
