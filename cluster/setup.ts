import { missing } from './support/programs.ts';

/** Before all tests: says what has to be installed, and sees to it that they end with whoever started them. */
export default function setup(): void {
  const sentence = missing('haproxy', 'redis-server');
  if (sentence) {
    console.error(sentence);
    process.exit(1);
  }
  // The other end of this channel is held by whoever called.
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
}
