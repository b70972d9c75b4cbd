/** Mails in English. */
export const mailTexts = {
  mail: {
    signupText: (link: string) =>
      `Somebody, you we hope, signed up for Job Data with this address. Open the link and choose a password:\n\n${link}\n\nThe link works for a day. If it was not you, ignore this message: no account is made.\n`,
    knownSubject: 'Job Data: you have an account already',
    knownText:
      'Somebody signed up for Job Data with this address, which has an account already. If it was you, log in; if you have forgotten the password, have it reset. If it was not you, ignore this message: nothing has changed.\n',
    unknownSubject: 'Job Data: no account with this address',
    unknownText:
      'Somebody asked Job Data for a link to log in with this address, which has no account. If it was you, you may have signed up with another address. If it was not you, ignore this message.\n',
    unlockSubject: 'Job Data: log in without waiting',
    unlockText: (link: string) =>
      `Open this link in the browser that you want to log in to Job Data with:\n\n${link}\n\nIt works for one hour, once. It does not replace the password. If you did not ask for it, ignore this message: nothing has changed.\n`,
    addressSubject: 'Job Data: the address of your account',
    addressText: (link: string) =>
      `Confirm that this is the new address of your Job Data account:\n\n${link}\n\nThe link works for a day. If you did not ask for it, ignore this message.\n`,
    addressKnownText:
      'Somebody asked for this address as that of another Job Data account. It has an account already, so nothing has changed.\n',
    addressAskedText: (address: string) =>
      `Your Job Data account is to have another address: ${address}. The change takes effect when that mailbox confirms it.\n\nIf it was not you, change your password at once: that ends the change, and all sessions.\n`,
    addressChangedText: (address: string) =>
      `The address of your Job Data account is now ${address}. This one is no longer used.\n\nIf it was not you, write to the operator of the service.\n`,
    confirmSubject: 'Job Data: confirm your address',
    confirmText: (link: string) =>
      `Confirm your e-mail address for Job Data:\n\n${link}\n\nThe link works for three days. If you did not sign up, ignore this message.\n`,
    resetSubject: 'Job Data: set a new password',
    resetText: (link: string) =>
      `Set a new password for Job Data:\n\n${link}\n\nThe link works for one hour. If you did not ask for it, ignore this message: nothing has changed.\n`,
  },
};
