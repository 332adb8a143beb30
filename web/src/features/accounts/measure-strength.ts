import { ZxcvbnFactory } from '@zxcvbn-ts/core';
import * as common from '@zxcvbn-ts/language-common';
import * as english from '@zxcvbn-ts/language-en';
import type { Strength } from '#features/accounts/password-strength.rules.ts';

const estimator = new ZxcvbnFactory({
  dictionary: { ...common.dictionary, ...english.dictionary },
  graphs: common.adjacencyGraphs,
});

/** How hard a password is to guess. Large, because of its dictionaries: load it when somebody chooses a password. @param personal what somebody who guesses it would know about them */
export function measureStrength(password: string, personal: readonly string[]): Strength {
  const { score, feedback } = estimator.check(password, [...personal]);
  return { score, weakness: feedback.warning };
}
