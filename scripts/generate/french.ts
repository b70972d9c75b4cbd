/**
 * Maps an English sentence in the code to the French sentence in the documentation's tables. Generating fails if a
 * sentence is missing.
 */
const FRENCH: Readonly<Record<string, string>> = {
  deprecated: 'obsolète',
  kind: 'catégorie',
  'use instead': 'à utiliser à la place',
  since: 'depuis',
  'accepted until': 'accepté jusqu’à',
  why: 'raison',
  'no end date planned': 'pas de date prévue',
  value: 'information',
  table: 'table',
  rows: 'lignes',
  open: 'partie ouverte',
  kept: 'partie réservée',
  GB: 'GB',
  FR: 'FR',
  misses: 'erreurs',
  'of which wrong': 'dont réponses fausses',
  pay: 'salaire',
  'work mode': 'mode de travail',
  place: 'lieu',
  'posting date': 'date de publication',
  contract: 'contrat',
  hours: 'temps de travail',
  'contract and hours in whole adverts': 'contrat et temps de travail d’annonces entières',
  'company name': 'nom d’entreprise',
  'rating and number of reviews in a search result': 'note et nombre d’avis dans un résultat de recherche',
  'review themes': 'thèmes d’une phrase d’avis',
  'review claims': 'thèmes loués ou critiqués dans un avis',
  'The body is not valid JSON in UTF-8 (HTTP 400).':
    'Le corps de la requête n’est pas du JSON valide en UTF-8 (HTTP 400).',
  'The body is JSON but not a JSON-RPC 2.0 request (HTTP 400), or the HTTP request is not accepted (HTTP 403, 405, 413 or 415).':
    'Le corps de la requête est du JSON valide, mais pas une requête JSON-RPC 2.0 (HTTP 400), ou le service n’accepte pas la requête HTTP (HTTP 403, 405, 413 ou 415).',
  'There is no such method.': 'La méthode demandée n’existe pas.',
  'There is no such tool, or some arguments are invalid; `data.fields` lists them.':
    'L’outil demandé n’existe pas, ou certains arguments, énumérés dans `data.fields`, ne sont pas valides.',
  'The MCP headers contradict the body.': 'Les en-têtes MCP ne correspondent pas au corps de la requête.',
  'The request names an MCP revision in `params._meta` that the service does not accept there; `data.supported` lists those that it accepts.':
    'La requête indique dans `params._meta` une révision de MCP que le service n’accepte pas à cet endroit ; `data.supported` énumère les révisions acceptées.',
  'The call was refused or failed, and nothing was charged; the message says what to do.':
    'L’appel a été refusé ou a échoué, et rien n’a été débité ; le message indique la marche à suivre.',
  'The service failed. Nothing was charged, unless `data.charged` is "unknown".':
    'Le service a rencontré une erreur. Rien n’a été débité, sauf peut-être si `data.charged` vaut `unknown`.',
  'Search term, e.g. "data analyst"; each platform matches its words in its own way.':
    'Termes de recherche, par exemple « data analyst ». Chaque plateforme les interprète à sa façon.',
  'Platform codes of the country asked, as ping lists them.':
    'Codes des plateformes à interroger, parmi ceux que renvoie ping pour le pays choisi.',
  'Country to search; GB when absent.': 'Pays de la recherche ; GB par défaut.',
  'City, region, département or postcode, or several: "Leeds or York", "Île-de-France"; the whole country when absent.':
    'Ville, région, département ou code postal, par exemple « Île-de-France », ou plusieurs lieux, par exemple « Lyon ou Grenoble ». Par défaut, tout le pays.',
  'Least yearly gross salary as digits, in pounds (GB) or euros (FR); the top of a range must reach it, jobs without a stated salary are left out. Hourly pay counts × 1950 (FR: 1820), daily × 260 (FR: 218), monthly × 12. "0" means no limit.':
    'Salaire annuel brut minimal, en livres (GB) ou en euros (FR), écrit en chiffres. Une offre est écartée si le haut de sa fourchette n’atteint pas ce minimum ou si elle n’indique pas de salaire. Un salaire horaire est multiplié par 1 950 (FR : 1 820), un salaire journalier par 260 (FR : 218), un salaire mensuel par 12. Avec « 0 », aucun minimum ne s’applique.',
  'dedup_hash values of jobs seen before; those jobs are left out.':
    'Empreintes (dedup_hash) des offres que vous avez déjà vues ; ces offres sont écartées.',
  'Most jobs to return; 50 when absent.': 'Nombre maximal d’offres à renvoyer ; 50 par défaut.',
  'Characters of each description; 300 when absent.':
    'Longueur maximale de chaque description, en caractères ; 300 par défaut.',
  'How far around a town or postcode, in kilometres; 10 when absent, 0 for the place alone.':
    'Rayon autour d’une ville ou d’un code postal, en kilomètres ; 10 par défaut, 0 pour s’en tenir au lieu lui-même.',
  'Only jobs posted today or up to so many days ago.':
    'Ancienneté maximale des offres, en nombre de jours depuis leur publication.',
  'Only jobs that surely have one of these; remote is wholly at home, hybrid partly.':
    'Modes de travail acceptés : remote (télétravail complet), hybrid (télétravail partiel), on-site (sur site). Les offres dont le mode de travail n’est pas certain sont écartées.',
  'Only jobs that surely have one of these; to rule one out, name the others. fixed_term: CDD, saisonnier, maternity cover; temporary: temping (intérim), bank, casual; freelance: contractors, IR35, indépendants; apprenticeship: alternance too.':
    'Types de contrat acceptés ; pour en exclure un, indiquez tous les autres. fixed_term comprend les CDD, les remplacements de congé maternité et, en France, les contrats saisonniers ; temporary, l’intérim, les vacations, les extras et, en Grande-Bretagne, le travail saisonnier ; freelance, le travail indépendant et le portage salarial ; apprenticeship, toutes les formes d’alternance. Les offres dont le type de contrat n’est pas certain sont écartées.',
  'Only jobs that surely have one of these.':
    'Temps de travail acceptés. Les offres dont le temps de travail n’est pas certain sont écartées.',
  'Whole words or phrases, e.g. "senior", whatever their case and accents; jobs whose title or company (not description) holds one are left out.':
    'Mots entiers ou expressions à exclure, par exemple « senior », sans distinction de casse ni d’accents. Une offre est écartée si son titre ou le nom de l’entreprise contient l’un d’eux ; la description n’est pas examinée.',
  'false leaves out adverts of recruitment and temping agencies (not unknown ones), true keeps these alone.':
    '`false` écarte les annonces des cabinets de recrutement et des agences d’intérim, mais garde celles dont l’origine n’est pas précisée ; `true` ne garde que les annonces de ces cabinets et agences.',
  'Order of the list: relevance when absent, date newest first, salary highest first (made yearly).':
    'Ordre de la liste : relevance (par défaut) classe les offres par pertinence ; date place en tête les plus récentes ; salary place en tête les mieux payées, d’après le salaire annuel.',
  'Jobs of the list to pass over: next_offset of an answer, with its other arguments unchanged, gives its next page; with another filter begin at 0.':
    'Nombre d’offres à sauter au début de la liste. Pour obtenir la page suivante, envoyez la valeur de next_offset qui figure dans la réponse, sans changer les autres arguments. Si vous changez un filtre, repartez de 0.',
  'Each job quotes the words that its pay, work mode, contract, hours and dates were read from.':
    'Avec true, chaque offre est accompagnée des mots exacts par lesquels la source en indique le salaire, le mode de travail, le contrat, le temps de travail et les dates.',
  'Employer names: up to 15 in light mode, up to 5 in deep mode.':
    'Noms des employeurs : 15 au plus en mode rapide, 5 au plus en mode approfondi.',
  'Form of the text block.': 'Format du texte de la réponse.',
  'light: fast, from search-result snippets. deep: full review pages with insight extraction.':
    'Mode rapide (`light`), qui lit les extraits des résultats de recherche, ou mode approfondi (`deep`), qui lit les pages d’avis en entier et en extrait les thèmes.',
  'National review sites to ask; any when absent.':
    'Pays des sites d’avis à consulter. Par défaut, les sites de tous les pays sont consultés.',
  'Public http or https addresses.': 'Adresses publiques des pages à lire, en HTTP ou en HTTPS.',
  'Render the page in a browser first; true when absent.':
    'Avec true (valeur par défaut), la page est d’abord chargée dans un navigateur.',
  "markdown: main content; raw: HTML; xhr: the page's own XHR and fetch exchanges as JSON.":
    'Forme du résultat : markdown renvoie le contenu principal, raw renvoie le HTML, et xhr renvoie les échanges XHR et fetch de la page, en JSON.',
  'Country code of a proxy that the operator configured.': 'Code de pays d’un proxy configuré par l’exploitant.',
  'Language such as "en-gb".': 'Langue dans laquelle demander les pages, par exemple « fr-fr ».',
  "the month's credits are used up: `-32000`, reason `quota_exceeded`":
    'les crédits du mois sont épuisés : `-32000`, motif `quota_exceeded`',
  'too many calls in a minute: `-32000`, reason `rate_limited`, `Retry-After`':
    'trop d’appels en une minute : `-32000`, motif `rate_limited`, `Retry-After`',
  'the trial has ended: `-32000`, reason `trial_expired`': 'l’essai est terminé : `-32000`, motif `trial_expired`',
  "the key's daily cap is reached: `-32000`, reason `key_cap_reached`":
    'le plafond journalier de la clé est atteint : `-32000`, motif `key_cap_reached`',
  'the key may not call this tool: `-32000`, reason `tool_not_allowed`':
    'la clé ne donne pas accès à cet outil : `-32000`, motif `tool_not_allowed`',
  'an error in the service: `-32603`, reason `internal`': 'une erreur du service : `-32603`, motif `internal`',
  'all adverts on all platforms searched': 'toutes les annonces des plateformes interrogées',
  'row `blocked`: a bot check instead of the results':
    'état `blocked` : un contrôle anti-robot à la place des résultats',
  'row `empty`: the platform says that it found nothing':
    'état `empty` : la plateforme indique qu’elle n’a rien trouvé',
  'row `changed`: the page has a new layout': 'état `changed` : la page n’a plus la forme attendue',
  'row `rate_limited`: the platform asks the service to slow down':
    'état `rate_limited` : la plateforme demande de ralentir',
  'row `timeout`: the platform does not answer in time': 'état `timeout` : la plateforme ne répond pas à temps',
  'row `error`: the platform is down': 'état `error` : la plateforme est en panne',
  'no platform gives a usable answer: `-32000`, reason `upstream_failed`':
    'aucune plateforme ne donne de réponse exploitable : `-32000`, motif `upstream_failed`',
  'each platform answers half a second after the previous one':
    'chaque plateforme répond une demi-seconde après la précédente',
  'all rows come from the cache: `source` is `cache`, and the receipt says `cached`':
    'toutes les réponses viennent du cache : `source` vaut `cache`, et le reçu indique `cached`',
  'row `not_configured`: the platform needs a key that the operator has not set':
    'état `not_configured` : la plateforme demande une clé que l’exploitant n’a pas configurée',
  'an employer that cannot be looked up; if it is the only one in the call: `-32000`, reason `upstream_failed`':
    'le service ne peut pas rechercher la note de l’employeur ; si l’appel ne porte que sur cet employeur : `-32000`, motif `upstream_failed`',
  'an article: its text without the menu and footer': 'un article : son texte, sans menu ni pied de page',
  'an article in French': 'un article en français',
  'a short page, at the address that error messages give as an example':
    'une courte page, à l’adresse que les messages d’erreur donnent en exemple',
  'a job advert with structured data': 'une annonce avec ses données structurées',
  'a documentation page: a table and a code block': 'une page de documentation : un tableau et un extrait de code',
  'a page built by a script: empty without JavaScript; with `xhr`, two requests and their responses':
    'une page générée par un script : vide sans JavaScript ; avec `xhr`, deux requêtes et leurs réponses',
  'more than 30,000 characters: the text is cut, and the last line says by how much':
    'plus de 30 000 caractères : le texte est coupé, et la dernière ligne indique le nombre de caractères conservés et le nombre total',
  JSON: 'un fichier JSON',
  CSV: 'un fichier CSV',
  'a redirect to `/article`': 'une redirection vers `/article`',
  'a bot check: reason `wall_challenge`': 'un contrôle anti-robot : motif `wall_challenge`',
  'a log-in page: reason `wall_login`': 'une page de connexion : motif `wall_login`',
  'HTTP 404: reason `http_404`': 'HTTP 404 : motif `http_404`',
  'HTTP 500: reason `http_500`': 'HTTP 500 : motif `http_500`',
  'no answer in time: reason `timeout`': 'aucune réponse à temps : motif `timeout`',
  'an image, which cannot be read: reason `unsupported`': 'une image, que le service ne lit pas : motif `unsupported`',
  'the article, after two seconds': 'l’article, au bout de deux secondes',
  code: 'code',
  'meaning of the error': 'signification',
  argument: 'argument',
  type: 'type',
  required: 'obligatoire',
  meaning: 'description',
  yes: 'oui',
  no: 'non',
  tool: 'outil',
  keyword: 'mot-clé',
  'every tool': 'tous les outils',
  'every tool except `ping`': 'tous les outils sauf `ping`',
  answer: 'réponse',
  employer: 'employeur',
  country: 'pays',
  status: 'état',
  'found on': 'présent sur',
  address: 'adresse',
  platform: 'plateforme',
  'on by default': 'active par défaut',
  'in the trial': 'incluse dans l’essai',
  plan: 'forfait',
  'credits a month': 'crédits par mois',
  'price per extra credit': 'prix du crédit supplémentaire',
  'calls a minute': 'appels par minute',
  'saved searches': 'recherches enregistrées',
  'at most hourly': 'chacune s’exécute au plus une fois par heure',
  'at most daily': 'elle s’exécute au plus une fois par jour',
  platforms: 'plateformes',
  'trial platforms': 'celles de l’essai',
  all: 'toutes',
  call: 'appel',
  credits: 'crédits',
  free: 'gratuit',
  'at least one platform was searched and answered': 'si au moins une plateforme a été interrogée et a répondu',
  'everything delivered came from the cache': 'si toutes les annonces renvoyées viennent du cache',
  'only stored answers': 'si toutes les réponses étaient déjà enregistrées',
  'light mode, at least one name looked up': 'mode rapide, si le service a cherché la note d’au moins un employeur',
  'deep mode, without themes, sub-ratings or percentages':
    'mode approfondi, sans thème, ni note par critère, ni pourcentage',
  'deep mode, with themes, sub-ratings or percentages':
    'mode approfondi, avec thèmes, notes par critère ou pourcentages',
  'each page delivered': 'chaque page lue (rien en cas d’échec)',
  'any call that failed, was refused or is a replay': 'tout appel refusé ou en échec, et toute réponse rejouée',
};

const used = new Set<string>();

export function unusedFrench(): string[] {
  return Object.keys(FRENCH).filter((english) => !used.has(english));
}

export function inFrench(english: string): string {
  const french = FRENCH[english];
  used.add(english);
  if (french === undefined) throw new Error(`scripts/generate/french.ts lacks: ${english}`);
  return french;
}
