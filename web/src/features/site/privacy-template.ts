import type { Site } from '@hubbub/contract/features/site/site.shapes.ts';

/** What only the host knows, to be replaced, is in capital letters. */
const template = `{site} is run by YOUR NAME, YOUR ADDRESS. For questions about your data, write to {contact}.

## What we keep

- **Your account:** your email address if you gave one, your username and name, your profile, and your password as a hash that nobody can read.
- **What you share:** posts, comments, messages, votes, reactions, pictures, videos and files, who you follow, and the communities you're in.
- **Your choices:** settings, who you blocked or muted, and what you saved.
- **For security:** when you logged in, with which kind of device, and from which network address. You see it in Settings.
- **For keeping order:** reports, and what our team decided about them.

We keep this so that the site works and stays safe. We don't sell it, show no ads, and don't follow you to other sites.

## Who sees it

What you post is seen by those who can see the place you post it in. Messages are seen by the people in the conversation, and by our team only if one of them reports a message. Whoever runs the server could technically read what's stored on it.

Some data goes through other services, such as those for email and notifications. [Which data goes where]({origin}/about/data) lists them.

## Cookies

We set one cookie, which keeps you logged in. Your browser also keeps drafts and settings for you.

## How long

What you share stays until you delete it, and your account until you delete it in Settings. Backups are deleted after NUMBER OF DAYS. Removed posts, decisions and the security log are kept for a limited time, so that people can appeal and attacks can be found.

## What you can do

In Settings you can change your data, download it, and delete your account. You can also write to us to see, correct or delete your data, or to object to how we use it, and you can complain to your data protection authority.`;

/** A privacy policy to start from, with what the site knows filled in. */
export function privacyTemplate({ name, contact }: Pick<Site, 'name' | 'contact'>, origin: string): string {
  const values = { site: name, contact: contact.trim() === '' ? 'YOUR EMAIL ADDRESS' : contact.trim(), origin };
  return template.replace(/\{(site|contact|origin)\}/g, (_, key: keyof typeof values) => values[key]);
}
