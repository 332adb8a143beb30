import { useNow } from '#platform/now.ts';
import { timeOfDay } from '#platform/time.ts';

/** The time of day, for people who have to leave at a certain time, before what the call is. */
export default function CallClock() {
  return (
    <>
      <span className="tabular">{timeOfDay(useNow())}</span>
      <span className="text-muted"> · </span>
    </>
  );
}
