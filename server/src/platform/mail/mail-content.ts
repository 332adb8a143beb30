/** One mail in words. Its look, header and footer are the same for all; `renderMail` adds them. */
export interface MailContent {
  /** What kind of mail it is, for the log: no personal data. */
  kind: string;
  subject: string;
  /** What mail programs show behind the subject in a list. */
  preview: string;
  heading: string;
  paragraphs: readonly string[];
  /** Shown large, to be typed somewhere. */
  code?: string;
  /** The one thing to do. `path` is below PUBLIC_URL and begins with a slash. */
  button?: { label: string; path: string };
  /** Small print under it all. */
  note?: string;
}

/** A mail as it is sent or put into the outbox. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}
