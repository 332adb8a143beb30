import { noS3Server } from '../server/test/s3-server.ts';
import { missing } from './support/programs.ts';

/** Before all tests: says what to install, and makes sure that programs end with whoever started them. */
export default function setup(): void {
  const sentence = missing('haproxy', 'redis-server');
  if (sentence) {
    console.error(sentence);
    process.exit(1);
  }
  if (noS3Server) console.error(`Media are in a folder that the processes share. ${noS3Server}`);
  // The caller holds the other end of this channel.
  process.once('disconnect', () => process.exit(1));
  process.channel?.unref();
}
