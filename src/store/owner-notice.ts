export const OWNER_NOTICE = 'ntc_';
