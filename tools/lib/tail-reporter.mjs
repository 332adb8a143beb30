/** Tells the process that runs vitest (`tools/test.mjs`) when no file is left to start, so that a worker is idle. */
export default class TailReporter {
  #left = 0;

  onTestRunStart(specifications) {
    this.#left = specifications.length;
  }

  onTestModuleEnd() {
    this.#left -= 1;
    if (this.#left === 1) process.send?.('tail');
  }
}
