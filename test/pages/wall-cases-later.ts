import type { WallCase } from './wall-cases.ts';

const NAV = '<nav><a href="/">Accueil</a> <a href="/offres">Offres</a></nav>';
const TURNSTILE =
  '<script src="https://challenges.cloudflare.com/turnstile/v0/api.js"></script><div class="cf-turnstile"></div>';
const HCAPTCHA = '<script src="https://js.hcaptcha.com/1/api.js"></script><div class="h-captcha"></div>';
const DATADOME = '<script src="https://js.datadome.co/tags.js"></script>';
const LOGIN =
  '<form method="post"><label>Email</label><input type="email" name="e"><label>Password</label><input type="password" name="p"><button>Continue</button></form>';
const JOB = 'https://jobs.example.co.uk/vacancy/771';
const OFFRE = 'https://emploi.example.fr/offre/771';

/** Judged before any of them was run. */
export const LATER_WALL_CASES: readonly WallCase[] = [
  // Bot challenges and blocks.
  [
    'challenge',
    'Verifying your connection',
    '<p>Checking that you are not a robot. This may take a few seconds.</p>' + TURNSTILE,
  ],
  [
    'challenge',
    'Quick check',
    '<h1>Quick check before you go on</h1><p>Tick the box to show that you are not a robot.</p>' + HCAPTCHA,
  ],
  [
    'challenge',
    'Access denied',
    '<h1>Access denied</h1><p>You don’t have permission to access "http://www.jobs.example/" on this server.</p><p>Reference #18.2d3f.1700</p>',
  ],
  [
    'challenge',
    'jobs.example',
    '<p>Our systems have detected automated requests from your network. Please complete the captcha to carry on.</p>' +
      HCAPTCHA,
  ],
  [
    'challenge',
    'Blocked',
    '<h1>Sorry, you have been blocked</h1><p>You are unable to access this website. Cloudflare Ray ID: 8aa1</p>',
  ],
  [
    'challenge',
    'Security check',
    '<h1>One more step</h1><p>Please complete the security check to access emploi.example</p>' + TURNSTILE,
  ],
  [
    'challenge',
    'Vérification de sécurité',
    '<p>Nous vérifions que vous êtes humain. Cela peut prendre quelques secondes.</p>' + TURNSTILE,
  ],
  [
    'challenge',
    'Accès refusé',
    '<h1>Accès refusé</h1><p>Votre adresse IP a été bloquée en raison d’une activité suspecte.</p>',
  ],
  [
    'challenge',
    'Êtes-vous humain ?',
    '<p>Cochez la case ci-dessous pour prouver que vous n’êtes pas un robot.</p>' + HCAPTCHA,
  ],
  [
    'challenge',
    'Accès temporairement limité',
    '<p>Nous avons détecté une activité inhabituelle depuis votre réseau. Résolvez le captcha pour continuer.</p>' +
      HCAPTCHA,
  ],
  [
    'challenge',
    'Human check',
    '<p>We need to make sure that you are a human and not an automated program. Solve the puzzle below.</p>' + HCAPTCHA,
  ],
  [
    'challenge',
    'Too many requests',
    '<h1>Too many requests</h1><p>Your IP address has sent too many requests. Please complete the captcha to continue.</p>' +
      HCAPTCHA,
  ],
  [
    'challenge',
    'Please wait',
    '<p>Please wait while we verify your browser…</p>',
    JOB,
    '<script>window._cf_chl_opt={cvId:"3"}</script>',
  ],
  ['challenge', 'emploi.example', '', OFFRE, '<script src="https://ct.captcha-delivery.com/i.js"></script>'],
  [
    'challenge',
    'Request rejected',
    '<p>The requested URL was rejected. Please consult with your administrator. Your support ID is: 4471</p>',
  ],
  // Log-in pages.
  [
    'login',
    'Log in | Jobs North',
    '<h1>Log in</h1><p>Log in to view this vacancy.</p>' + LOGIN,
    'https://jobs.example.co.uk/login?next=/vacancy/771',
  ],
  ['login', 'Sign in to your account', '<h1>Welcome back</h1>' + LOGIN, 'https://jobs.example.co.uk/account/signin'],
  ['login', 'Members only', '<p>This page is for members only. Please sign in to continue.</p>' + LOGIN],
  [
    'login',
    'Identifiez-vous',
    '<h1>Identifiez-vous</h1><p>Connectez-vous pour voir cette offre.</p>' + LOGIN,
    'https://emploi.example.fr/connexion',
  ],
  ['login', 'Se connecter', '<h1>Heureux de vous revoir</h1>' + LOGIN, 'https://emploi.example.fr/identification'],
  ['login', 'Espace candidat', '<p>Vous devez vous connecter pour accéder à cette page.</p>' + LOGIN],
  ['login', 'Subscriber content', '<h1>The budget, explained</h1><p>Subscribe or log in to continue reading.</p>'],
  [
    'login',
    'Article réservé',
    '<h1>Le budget expliqué</h1><p>Cet article est réservé aux abonnés. Connectez-vous pour lire la suite.</p>',
  ],
  [
    'login',
    'Join | Network',
    '<h1>Join to view the full profile</h1><p>Sign in or create an account to see this page.</p>' + LOGIN,
  ],
  // Consent pages.
  [
    'consent',
    'Your privacy',
    '<h1>Your privacy matters to us</h1><p>We and our 812 partners store and access cookies on your device to show ads. You can accept or refuse.</p><button>Accept all</button><button>Reject all</button>',
  ],
  [
    'consent',
    'Gazette',
    '<p>Before you continue, we and our partners ask for your consent to use cookies and process data.</p><button>I agree</button>',
  ],
  [
    'consent',
    'Le Courrier',
    '<p>Avec votre accord, nos partenaires et nous utilisons des cookies et traceurs pour la publicité.</p><button>Accepter et continuer</button><a href="/abo">S’abonner</a>',
  ],
  [
    'consent',
    'Avant de continuer',
    '<h1>Avant de continuer</h1><p>Nous utilisons des cookies et des données pour mesurer l’audience.</p><button>Tout accepter</button><button>Tout refuser</button>',
  ],
  ['consent', 'Yahoo', '<p>Choose</p><button>OK</button>', 'https://consent.yahoo.com/v2/collectConsent'],
  [
    'consent',
    'Respect de la vie privée',
    '<p>Nous respectons votre vie privée : cookies, partenaires, consentement. Vos choix s’appliquent partout.</p><button>J’accepte</button>',
  ],
  // Honest pages that look like them.
  [
    'honest',
    'Care assistant',
    '<h1>Care assistant</h1><p>£12.40 an hour, York. You must be logged in to apply.</p>',
    JOB,
  ],
  [
    'honest',
    'Porter',
    '<h1>Porter</h1><p>Nights in Leeds.</p><p>Sign in to save this job. New here? Create an account to apply.</p>',
    JOB,
  ],
  [
    'honest',
    'Serveuse',
    NAV +
      '<h1>Serveuse</h1><p>CDI, Lille, 1 900 € brut par mois.</p><p>Connectez-vous pour postuler à cette offre.</p>',
    OFFRE,
  ],
  ['honest', 'Offre expirée', NAV + '<p>Cette offre n’est plus disponible.</p>', OFFRE, DATADOME],
  [
    'honest',
    'Vacancy closed',
    '<p>Applications for this post have closed.</p><a href="/jobs">All jobs</a>',
    JOB,
    '<script src="/_Incapsula_Resource?SWJIYLWA=1"></script>',
  ],
  [
    'honest',
    'Just a moment: photographs',
    '<h1>Just a moment</h1><p>Forty photographs of people waiting, at the town hall until May.</p>',
  ],
  [
    'honest',
    'Attention required at Elm Lane crossing',
    '<h1>Attention required</h1><p>The lights at Elm Lane are out until Friday. Cross with care.</p>',
  ],
  [
    'honest',
    'How to solve a captcha',
    '<h1>How to solve a captcha</h1><p>Pick the pictures with a bus in them. If you fail, ask for another one.</p>',
  ],
  [
    'honest',
    'Robot check-up',
    '<h1>Robot check-up</h1><p>We service milking robots in Devon, every six months. Call us.</p>',
  ],
  [
    'honest',
    'Baseline personnel security',
    '<h1>Security check</h1><p>Before you start we check your identity, your right to work and your references.</p>',
  ],
  [
    'honest',
    'Human verification of forecasts',
    '<h1>Human verification</h1><p>Each forecast is read by two people. This paper says what they change.</p>',
  ],
  ['honest', 'Access denied (novel)', '<h1>Access Denied</h1><p>A novel about a locksmith. 240 pages, £9.99.</p>'],
  [
    'honest',
    'Error 403',
    '<h1>Error 403 in our booking system</h1><p>Some of you saw this on Monday. It is mended. Sorry.</p>',
  ],
  [
    'honest',
    'Login trouble',
    '<h1>Trouble logging in?</h1><p>Reset your password in the portal, or ring 0113 496 0000 between nine and five.</p>',
  ],
  [
    'honest',
    'Library account',
    '<h1>Your library account</h1><p>Sign in to renew books. Members may borrow twelve items.</p>',
  ],
  [
    'honest',
    'Pupil area',
    '<h1>Pupil area</h1><p>Timetables are below. Please log in on the school’s own computers.</p><ul><li>Monday</li><li>Tuesday</li></ul>',
  ],
  [
    'honest',
    'Pâtisserie Dubois',
    '<h1>Pâtisserie Dubois</h1><p>Ouvert du mardi au dimanche.</p><div id="cookie-banner"><p>Nous utilisons des cookies avec votre consentement.</p><button>Tout accepter</button></div>',
  ],
  [
    'honest',
    'Village hall',
    '<h1>Village hall</h1><p>Yoga on Mondays, choir on Thursdays.</p><div class="cookie-consent"><p>We and our partners use cookies.</p><button>Accept all</button></div>',
  ],
  [
    'honest',
    'Consent in research',
    '<h1>Consent</h1><p>Participants sign a form before the first interview, and may withdraw it at any time.</p>',
    'https://consent.example.ac.uk/guide',
  ],
  [
    'honest',
    'Cookie recipe',
    '<h1>Oat cookies</h1><p>Two hundred grams of oats, butter, sugar. Bake for twelve minutes.</p><button>Accept the challenge</button>',
  ],
  [
    'honest',
    'Nos partenaires',
    '<h1>Nos partenaires</h1><p>Nos partenaires et nous organisons la fête du quartier, le 21 juin. Venez nombreux.</p>',
  ],
  [
    'honest',
    'Avant de continuer vos études',
    '<h1>Avant de continuer vos études</h1><p>Prenez rendez-vous avec un conseiller. Il vous écoute une heure, gratuitement.</p>',
  ],
  [
    'honest',
    'Êtes-vous un robot ?',
    '<h1>Êtes-vous un robot ?</h1><p>Une pièce de théâtre de M. Lang, à Nantes, du 3 au 9 mai. Places à 12 €.</p>',
  ],
  [
    'honest',
    'Agent de sécurité',
    NAV + '<h1>Agent de sécurité</h1><p>Vérification des accès et contrôle des sacs. Toulouse, 12,30 € de l’heure.</p>',
    OFFRE,
  ],
  [
    'honest',
    'DBS check',
    '<h1>DBS checks</h1><p>An enhanced check takes about two weeks. We pay for it.</p>',
    'https://jobs.example.co.uk/security-check',
  ],
  [
    'honest',
    'Maintenance',
    '<h1>Back soon</h1><p>We are moving to new servers tonight, from ten until midnight.</p>',
    'https://shop.example.co.uk/a',
    DATADOME,
  ],
  [
    'honest',
    'Feedback',
    '<h1>Your feedback</h1><p>Tell us what you think of the park.</p><textarea></textarea>' + HCAPTCHA,
    'https://council.example.gov.uk/feedback',
  ],
  [
    'honest',
    'Inscription à la newsletter',
    '<h1>La lettre du musée</h1><p>Une fois par mois, les expositions et les concerts.</p><input type="email"><button>S’inscrire</button>' +
      HCAPTCHA,
  ],
  [
    'honest',
    'Job alert',
    '<h1>No jobs match your search</h1><p>Register to get an email when there are. Or widen the distance.</p>',
    'https://jobs.example.co.uk/search?q=x',
  ],
  [
    'honest',
    'Unusual traffic on the A64',
    '<h1>Unusual traffic on the A64</h1><p>Expect queues from your turning to Malton until noon.</p>',
  ],
];
