/** Tells the process that runs vitest (`tools/test.mjs`) when two of its three workers have no file left to start. */
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
