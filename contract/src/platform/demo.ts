/** The mail domain of the demo's accounts: nobody can own it (RFC 2606). The accounts' password is public. */
export const demoDomain = 'neighbours.example';

/** Whether an account belongs to the demo. */
export const isDemoEmail = (email: string | null): boolean => email?.toLowerCase().endsWith(`@${demoDomain}`) === true;
