/** Stands for the site's name in a subject; it's put in when the mail is sent. */
export const siteName = '{site}';

/** A link of a mail. `path` is below PUBLIC_URL and begins with a slash. */
export interface MailLink {
  label: string;
  path: string;
}

/** One mail's content. The design, header and footer are the same for all; `renderMail` adds them. */
export interface MailContent {
  /** The kind of mail, for the log: no personal data. */
  kind: string;
  /** May contain `siteName`. */
  subject: string;
  /** What mail apps show after the subject in a list. */
  preview: string;
  heading: string;
  paragraphs: readonly (string | MailLink)[];
  /** Shown in large type, to be typed somewhere. */
  code?: string;
  /** The call to action. */
  button?: MailLink;
  /** Small print at the bottom. */
  note?: string;
  /** For recurring mail: a path that unsubscribes, for people who open it and for a POST by the mail program (RFC 8058). */
  unsubscribe?: string;
}

/** A mail as it's sent or put into the outbox. */
export interface RenderedMail {
  subject: string;
  text: string;
  html: string;
}
