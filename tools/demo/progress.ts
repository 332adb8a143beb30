export interface Progress {
  /** `share` from 0 to 1. */
  show(share: number, what: string): void;
  /** Prints a line of its own. */
  say(words: string): void;
  end(): void;
}

/** Progress in percent: one line that updates on a terminal, a line every ten percent elsewhere. */
export function showProgress(out: NodeJS.WriteStream = process.stdout): Progress {
  let shown = -10;
  const clear = () => {
    if (out.isTTY) out.write('\r\u001b[K');
  };
  return {
    show(share, what) {
      const percent = Math.floor(share * 100);
      if (out.isTTY) {
        clear();
        out.write(`${String(percent).padStart(3)}%  ${what}`);
      } else if (percent >= shown + 10) {
        shown = percent - (percent % 10);
        out.write(`${shown}%\n`);
      }
    },
    say(words) {
      clear();
      out.write(`${words}\n`);
    },
    end() {
      clear();
      if (!out.isTTY) out.write('100%\n');
    },
  };
}
