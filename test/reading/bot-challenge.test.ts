import t from 'tap';
import { fold } from '../../src/lib/text.ts';
import { isBotChallenge } from '../../src/reading/bot-challenge.ts';

const ASKED = [
  'We need to make sure that you are a human and not a program.',
  'Let us check you’re not a robot.',
  'Merci de prouver que vous n’êtes pas un robot.',
  'Nous voulons nous assurer que vous êtes bien une personne humaine.',
  'Bitte bestätigen Sie, dass Sie ein Mensch sind.',
  'Solve the puzzle below.',
  'Please complete this challenge to go on.',
  'Résolvez le captcha pour continuer.',
  'We have seen unusual requests from your network.',
  'Une activité anormale depuis votre réseau a été détectée.',
  'Automated requests from your address have been stopped.',
];
const TOLD = [
  'How to solve the captcha of a museum',
  'You verify that the robot is clean.',
  'You will check that pupils are safe.',
  'We verify that you have the right to work.',
  'Unusual activity in the bay: dolphins.',
  'Suspicious traffic is reported by your team lead.',
  'Vous vérifiez que les machines sont propres. Le robot est lavé.',
  'Nous vérifions votre identité.',
  'They complete the challenge in two hours.',
  'Do you know a human who can sew?',
];

t.test('pages that ask for a proof, and pages that only describe it', async (t) => {
  for (const text of ASKED) t.ok(isBotChallenge(fold(text)), text);
  for (const text of TOLD) t.notOk(isBotChallenge(fold(text)), text);
});
