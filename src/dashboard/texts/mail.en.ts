/** `service` is the operator's name for the service (SERVICE_NAME). */
export const mailTexts = {
  mail: (service: string) => ({
    signupText: (link: string) =>
      `Someone, hopefully you, signed up for ${service} with this address. Open the link and choose a password:\n\n${link}\n\nThe link works for a day. If it was not you, ignore this message: no account will be created.\n`,
    knownSubject: `${service}: you already have an account`,
    knownText: `Someone signed up for ${service} with this address, which already has an account. If it was you, log in, or reset the password if you have forgotten it. If it was not you, ignore this message: nothing has changed.\n`,
    unknownSubject: `${service}: no account with this address`,
    unknownText: `Someone asked ${service} for a log-in link to this address, but there is no account with this address. If it was you, you may have signed up with another address. If it was not you, ignore this message.\n`,
    unlockSubject: `${service}: log in without waiting`,
    unlockText: (link: string) =>
      `Open this link in the browser in which you want to log in to ${service}:\n\n${link}\n\nThe link works only once, for one hour, and does not replace your password. If you did not ask for this link, ignore this message: nothing has changed.\n`,
    addressSubject: `${service}: your account’s address`,
    addressText: (link: string) =>
      `Confirm that this is the new address of your ${service} account:\n\n${link}\n\nThe link works for a day. If you did not ask for it, ignore this message.\n`,
    addressKnownText: `Someone tried to use this address for another ${service} account. The address already has an account, so nothing has changed.\n`,
    addressAskedText: (address: string) =>
      `The address of your ${service} account is about to change to ${address}. The change takes effect when somebody confirms it from that mailbox.\n\nIf it was not you, change your password at once. This cancels the change and ends all sessions.\n`,
    addressChangedText: (address: string) =>
      `The address of your ${service} account is now ${address}. We no longer use the address to which we sent this message.\n\nIf it was not you, contact the operator of the service.\n`,
    confirmSubject: `${service}: confirm your address`,
    confirmText: (link: string) =>
      `Confirm your e-mail address for ${service}:\n\n${link}\n\nThe link works for three days. If you did not sign up, ignore this message.\n`,
    passwordSubject: `${service}: your password was changed`,
    passwordText: (names: readonly string[], link: string) =>
      `A new password was set for your ${service} account through a link sent to this mailbox. All sessions have ended.\n\n${names.length === 0 ? 'No API key and no connected app has access to the account.' : `These keys and apps still have access to the account:\n\n${names.map((name) => `- ${name}`).join('\n')}\n\nTo revoke them all, log in and open:\n\n${link}`}\n\nIf you did not set the password, set a new one at once with "Forgot your password?", and revoke all keys and apps.\n`,
    resetSubject: `${service}: set a new password`,
    resetText: (link: string) =>
      `Set a new password for ${service}:\n\n${link}\n\nThe link works for one hour. If you did not ask for it, ignore this message: nothing has changed.\n`,
  }),
};
