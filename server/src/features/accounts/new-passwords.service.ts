import { accountMessages } from '@hubbub/contract/platform/account-messages.ts';
import { invalid } from '#platform/errors/errors.ts';
import { isMadeOfEmail, isMadeOfNames, namesOf } from './passwords.rules.ts';
import type { Hasher } from './passwords.service.ts';

/** The software's name: people guess it as a password on sites of any name. */
const product = 'Hubbub';

/**
 * Hashes a password that somebody chose.
 * @throws {HttpError} 422 if it's one of the most common, their email, or made of their names or the site's
 */
export type ChoosePassword = (password: string, person: Parameters<typeof namesOf>[0]) => Promise<string>;

/** @param siteName what the site is called */
export function choosePasswords(siteName: () => Promise<string>): (hasher: Hasher) => ChoosePassword {
  return (hasher) => async (password, person) => {
    if (await isCommon(password)) throw invalid({ password: accountMessages.passwordCommon });
    if (isMadeOfEmail(password, person.email)) throw invalid({ password: accountMessages.passwordIsEmail });
    if (isMadeOfNames(password, [...namesOf(person), await siteName(), product])) {
      throw invalid({ password: accountMessages.passwordOfNames });
    }
    return await hasher.hash(password);
  };
}

/**
 * Whether a password, ignoring case, is one of the most common in lists from breaches. The list is loaded at first use.
 */
async function isCommon(password: string): Promise<boolean> {
  const { dictionary } = await import('@zxcvbn-ts/language-common');
  const common: readonly string[] = dictionary['passwords-common'];
  return common.includes(password.normalize('NFC').toLowerCase());
}
