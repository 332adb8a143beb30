import { z } from 'zod';

/** RFC 7064 and 7065: `stun:host`, `turn:host:port?transport=udp`. */
export const iceAddress = (schemes: string) =>
  z
    .string()
    .regex(new RegExp(`^(${schemes}):[\\w.-]+(:\\d+)?(\\?transport=(udp|tcp))?$`))
    .refine((text) => Number(/:(\d+)/.exec(text.slice(text.indexOf(':') + 1))?.[1] ?? 1) <= 65_535);
