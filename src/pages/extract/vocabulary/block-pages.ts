import type { LinePattern } from './lines.ts';

/** Markup of a bot guard's challenge page, which ordinary pages of guarded sites do not have. */
export const CHALLENGE_MARKUP: LinePattern = {
  pattern:
    /captcha-delivery\.com|_cf_chl_opt|challenge-platform\/h\/[a-z]\/orchestrate|cf-browser-verification|\bid=["']?px-captcha\b|awswafcookiedomainlist|gokuprops|distil_r_captcha|sec-if-cpt-container|_sec\/cp_challenge|anubis_challenge|\/sorry\/index|ddos-guard\/js-challenge|datadome\.co\/captcha/i,
  hits: ['<script>window._cf_chl_opt={}', '<div id="px-captcha">', 'src="https://geo.captcha-delivery.com/captcha/"'],
  misses: ['/cdn-cgi/challenge-platform/scripts/jsd/main.js', 'src="https://js.datadome.co/tags.js"'],
};
/** Scripts of bot guards, which are on ordinary pages of guarded sites too. */
export const SENSOR_MARKUP: LinePattern = {
  pattern: /_incapsula_resource|awswafintegration|kpsdk|challenge-platform\/scripts|perimeterx|px-cloud|datadome/i,
  hits: ['<script src="/_Incapsula_Resource?SWJIYLWA=1">', 'AwsWafIntegration.getToken()'],
  misses: ['<script src="/app.js">'],
};
/** Captcha fields, which forms of ordinary pages have too. */
export const CAPTCHA_MARKUP: LinePattern = {
  pattern: /g-recaptcha|recaptcha\/api|h-captcha|hcaptcha\.com|cf-turnstile|captcha-container|arkoselabs\.com|geetest/i,
  hits: ['<div class="g-recaptcha">', 'https://js.hcaptcha.com/1/api.js'],
  misses: ['<p>What is a captcha?</p>'],
};
export const CHALLENGE_PATH: LinePattern = {
  pattern: /^\/sorry\/|\/cdn-cgi\/challenge|\/captcha(?:[/.?]|$)/i,
  hits: ['/sorry/index', '/captcha/', '/cdn-cgi/challenge-platform/x'],
  misses: ['/articles/captcha-history', '/sorry-we-missed-you'],
};
export const LOGIN_PATH: LinePattern = {
  pattern:
    /\/(?:authwall|login|log-in|signin|sign-in|sign_in|checkpoint|connexion|identification|sso|auth)(?:[/.?]|$)/i,
  hits: ['/login', '/authwall', '/users/sign_in', '/connexion/'],
  misses: ['/authors/ann', '/blog/login-forms', '/jobs/login-engineer'],
};
/** Matches folded titles without the site's name. */
export const LOGIN_TITLE: LinePattern = {
  pattern:
    /^(?:please )?(?:log ?in|sign ?in|sign ?up|connexion|se connecter|connectez-vous|identifiez-vous|anmelden|einloggen|login required|authentication required|members only)(?:$|\s(?:to|or|and|a|au|bei|et|ou|required)\b|[ |/-]+(?:sign|log|inscription|register))/,
  hits: ['log in', 'sign in to example', 'connexion', 'log in or sign up', 'se connecter a mon compte'],
  misses: ['login forms and their history', 'signing in choirs', 'connexion internet par fibre'],
};
export const CONSENT_BUTTON: LinePattern = {
  pattern:
    /^(?:(?:accept|allow|agree to) all(?: cookies)?|(?:accept|agree)(?: (?:&|and) (?:close|continue))?|accept cookies|yes, i agree|i (?:agree|accept)|tout accepter|accepter(?: et| &)? ?(?:tout|fermer|continuer)?|j['’]accepte|alle (?:cookies )?(?:akzeptieren|annehmen)|zustimmen(?: und weiter)?|akzeptieren und weiter)$/i,
  hits: ['Accept all', 'I agree', 'Tout accepter', 'Accepter et fermer', 'Alle akzeptieren'],
  misses: ['Accept the offer', 'Agreement', 'Accepted'],
};
export const CONSENT_WORDS =
  /cookies?|consent\w*|privacy|partners|données|vie privée|partenaires|datenschutz|einwilligung|traceurs|tracking|vendors/gi;
export const CONSENT_BAR: LinePattern = {
  pattern: /cookie|consent|gdpr|rgpd|onetrust|didomi|axeptio|tarteaucitron/i,
  hits: ['cookie-banner', 'onetrust-consent-sdk'],
  misses: ['main', 'article'],
};
export const POLICY: LinePattern = {
  pattern: /privacy|cookies?(?:[-_/.]|$)|legal|gdpr|rgpd|confidentialit|mentions|datenschutz|polic(?:y|ies)|terms/i,
  hits: ['/privacy', '/cookie-policy', '/legal/cookies', '/politique-de-confidentialite'],
  misses: ['/jobs/44', '/cookiecutter'],
};
