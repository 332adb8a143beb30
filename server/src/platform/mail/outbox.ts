/** A mail in the outbox: what would have been sent. */
export interface OutboxMail {
  /** Sorts by time. */
  id: string;
  sentAt: string;
  from: string;
  to: string;
  subject: string;
  text: string;
  html: string;
}

/** Where mail goes without a mail server. */
export interface Outbox {
  put(mail: Omit<OutboxMail, 'id' | 'sentAt'>): Promise<void>;
  /** Newest first. */
  list(): Promise<OutboxMail[]>;
  find(id: string): Promise<OutboxMail | undefined>;
}
