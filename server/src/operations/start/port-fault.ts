import type { Config } from '#platform/config/config.ts';

/** What's wrong with PORT or HOST, and what to do about it. */
export interface PortFault {
  found: string;
  fix: string;
}

/** Why a port can't be listened on; undefined if the error isn't about PORT or HOST. */
export function explainPort(error: unknown, { port, host }: Pick<Config, 'port' | 'host'>): PortFault | undefined {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'EADDRINUSE':
      return {
        found: `Port ${port} is taken by another program.`,
        fix: `Stop that program, or set PORT to another number, for example PORT=${port + 1} npm start.`,
      };
    case 'EACCES':
      return {
        found: `This user may not listen on port ${port}.`,
        fix: 'Set PORT to a number above 1023 and put a reverse proxy in front.',
      };
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return {
        found: `This machine has no address ${host}.`,
        fix: 'Set HOST to one of its addresses: 127.0.0.1, or 0.0.0.0 for all of them.',
      };
    default:
      return undefined;
  }
}
