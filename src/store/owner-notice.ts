/** Prefix of the id of a delivery that is mailed to the account's owner even if the saved search sends no mail. */
export const OWNER_NOTICE = 'ntc_';
