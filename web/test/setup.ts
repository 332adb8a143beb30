import { configure } from '@testing-library/react';
import { vi } from 'vitest';
import { leaveKeysToInputMethods } from '#platform/composition.ts';

// On a busy machine, compiling a part that's loaded late takes seconds.
configure({ asyncUtilTimeout: 20_000 });

// As the app does when it starts.
leaveKeysToInputMethods();

// Files share a window and what's installed. The app's own modules hold a page's stores, so each file gets fresh ones.
vi.resetModules();
localStorage.clear();
sessionStorage.clear();
// The pages of files that are over hear nothing of what the next ones do.
const shared = globalThis as { openChannels?: Set<BroadcastChannel> };
for (const channel of shared.openChannels ?? []) channel.close();
const openChannels = new Set<BroadcastChannel>();
if (shared.openChannels === undefined) {
  const Channel = globalThis.BroadcastChannel;
  globalThis.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(name);
      shared.openChannels?.add(this);
    }
  };
}
shared.openChannels = openChannels;
document.title = '';
document.body.replaceChildren();
