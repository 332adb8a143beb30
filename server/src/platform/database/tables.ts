/** The tables, for Kysely's types. Each feature declares its own in its queries file by module augmentation. */
export interface Tables {}
