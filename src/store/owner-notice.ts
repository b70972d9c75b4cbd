/** How the id of a saved search's delivery begins that is mailed to the account's owner, even if the search sends no mail. */
export const OWNER_NOTICE = 'ntc_';
