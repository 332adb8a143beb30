import { Agent, request } from 'node:http';

/** What the parent gets after asking it to stop: how many answers of each status there were. */
export type FloodReport = Record<string, number>;

/**
 * One log-in over HTTP, from a given loopback address.
 * @returns the status, or the error code if the request failed
 */
export function logInFrom(
  agent: Agent,
  origin: string,
  given: { username: string; password: string },
): Promise<number | string> {
  const body = JSON.stringify(given);
  return new Promise((resolve) => {
    const call = request(`${origin}/v1/tokens/authentication`, {
      agent,
      method: 'POST',
      headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
    });
    call.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode ?? 0)));
    call.on('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    call.end(body);
  });
}

/** As a standalone program, with an origin, a number, and addresses: this many concurrent log-ins until the parent asks it to stop. */
async function flood([origin = '', parallel = '0', ...addresses]: string[]): Promise<void> {
  const report: FloodReport = {};
  let isOver = false;
  process.once('message', () => {
    isOver = true;
  });
  process.once('disconnect', () => process.exit());
  let names = 0;
  const agents = addresses.map((localAddress) => new Agent({ keepAlive: true, localAddress }));
  const repeat = async (agent: Agent) => {
    while (!isOver) {
      names += 1;
      const status = await logInFrom(agent, origin, { username: `nobody_${names}`, password: 'not a password' });
      report[status] = (report[status] ?? 0) + 1;
      if (names === Number(parallel) + 50) process.send?.('under way');
    }
  };
  await Promise.all(
    Array.from({ length: Number(parallel) }, (_, index) => repeat(agents[index % agents.length] as Agent)),
  );
  process.send?.(report);
  process.disconnect();
}

if (process.argv[1] === import.meta.filename) await flood(process.argv.slice(2));
