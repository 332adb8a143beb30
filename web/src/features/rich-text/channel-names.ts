import { createContext } from 'react';

/** A channel of the community, as the reader has it in their list. */
export interface NamedChannel {
  name: string;
  /** Null if the reader can't use it. */
  path: string | null;
}

/** The channels that texts here may name; none outside a community's channels. */
export const ChannelNames = createContext<readonly NamedChannel[]>([]);
