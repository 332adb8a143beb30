/** The tables, for Kysely's types. Each feature declares its own in its queries file by module augmentation. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by module augmentation
export interface Tables {}
