import { useEffect } from 'react';
import { followVisits, useInstallHint } from '#app/install-hint.ts';
import { NewVersion } from '#app/NewVersion.tsx';
import { keepStorage } from '#platform/device.ts';
import { startWorker } from '#platform/worker.ts';
import { late } from '#ui/late/late.tsx';

const InstallHint = late(async () => (await import('#app/InstallHint.tsx')).default, {
  name: 'How to install the app',
  failed: () => null,
  waiting: () => null,
});

/** Starts the app's worker, and offers a new version and to install the app. */
export function Offers() {
  const hint = useInstallHint();
  useEffect(() => {
    void startWorker();
    keepStorage();
    followVisits();
  }, []);
  return (
    <>
      <NewVersion />
      {hint !== null && <InstallHint hint={hint} />}
    </>
  );
}
