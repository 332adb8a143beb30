/** Where the accounts of the demo world get their mail: a domain that nobody can own (RFC 2606). Their password is public. */
export const demoDomain = 'neighbours.example';

/** Whether an account belongs to the demo world. */
export const isDemoEmail = (email: string | null): boolean => email?.toLowerCase().endsWith(`@${demoDomain}`) === true;
