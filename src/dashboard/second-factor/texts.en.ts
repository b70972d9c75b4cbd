import { sharedTexts } from '../texts/shared.en.ts';

export const en = {
  ...sharedTexts.factor,
  lead: 'When you log in, we will also ask for a code from an app on your phone, so a stolen password is not enough. Any authenticator app works.',
  scan: 'Scan this QR code with your authenticator app, or enter the key by hand.',
  type: 'Enter the code that the app shows.',
  picture: 'QR code with the key for an authenticator app',
  secret: 'Key:',
  enableHint: 'Six digits from the app.',
  codesJustMade:
    'You have just used this code to create new recovery codes, which we showed you. If you did not see them, wait for the next code and create new ones.',
  justOn:
    'The second factor has just been turned on, and we showed you the recovery codes. If you did not see them, create new ones here.',
  on: 'Turn it on',
  isOn: (left: number) =>
    left === 1
      ? 'The second factor is on. One recovery code is left.'
      : `The second factor is on. ${left} recovery codes are left.`,
  newCodes: 'New recovery codes',
  newCodesLead: 'The remaining codes stop working.',
  off: 'Turn it off',
  offLead: 'You will log in with your password only.',
  back: 'Back to the account',
  codesTitle: 'Recovery codes',
  codesNotice: 'The second factor is on. All other sessions have ended.',
  codesRenewed: 'These recovery codes replace the old ones.',
  codesLead:
    'Store these codes where you can find them without your phone. You can use each one once, instead of a code from the app. They will not be shown again.',
  codesKept: 'I have stored them',
  codeTitle: 'One more step',
  lost: 'Without your phone and recovery codes, only the operator can restore access.',
  again: 'Log in with another account',
};
