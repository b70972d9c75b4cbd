import { detail, type Details } from './detail.ts';

/** What can be said of a theme in French, and the words of reviews that bear it out. */
export const FRENCH_DETAILS: Details = {
  pay: {
    positive: {
      good_pay: detail(
        'bons salaires',
        'bon salaire|bons salaires|bien paye|salaire correct|salaires corrects|bonne remuneration|salaire attractif|bien remunere',
      ),
      paid_on_time: detail("payés à l'heure", 'a l heure|a temps'),
      bonus: detail('primes', 'prime|bonus|commission|interessement|participation'),
    },
    negative: {
      low_pay: detail(
        'bas salaires',
        'salaire bas|salaires bas|bas salaire|mal paye|sous paye|salaire trop|salaires trop|salaire faible|faible remuneration|smic|peu paye|salaire ne',
      ),
      bonus: detail('primes', 'prime|bonus|interessement|participation'),
      overtime: detail('heures supplémentaires', 'heures sup|heure sup'),
      pay_rises: detail('augmentations', 'augmentation'),
    },
  },
  benefits: {
    positive: {
      staff_discount: detail('remises pour le personnel', 'remise|reduction'),
      pension: detail('retraite', 'retraite|epargne'),
      leave: detail('congés', 'conge|rtt|vacances'),
      private_healthcare: detail('mutuelle', 'mutuelle|prevoyance'),
      benefits: detail('avantages', 'avantage|comite d|tickets restaurant|ticket restaurant|cse|13e mois|treizieme'),
    },
    negative: {
      benefits: detail('avantages', 'avantage|tickets restaurant|cse|mutuelle'),
      leave: detail('congés', 'conge|rtt|vacances'),
      sick_pay: detail('arrêts maladie', 'arret maladie|arrets maladie|carence'),
    },
  },
  work_life_balance: {
    positive: {
      flexible_hours: detail('horaires souples', 'horaires flex|flexib|horaires souples|souplesse'),
      home_working: detail('télétravail', 'teletravail|a distance|hybride'),
      balance: detail('équilibre des temps de vie', 'equilibre|vie privee|vie perso|vie de famille'),
    },
    negative: {
      long_hours: detail('journées longues', 'longues journees|journees longues|horaires a rallonge|amplitude'),
      shifts: detail('horaires décalés', 'decale|week end|weekend|nuit|dimanche|planning'),
      balance: detail('équilibre des temps de vie', 'equilibre|vie privee|vie perso|vie de famille'),
      home_working: detail('télétravail', 'teletravail|a distance'),
    },
  },
  workload: {
    positive: {
      throttle: detail('rythme de travail', 'charge de travail|rythme'),
    },
    negative: {
      workload: detail('charge de travail', 'charge de travail|surcharge|trop de travail'),
      understaffed: detail(
        'sous-effectif',
        'sous effectif|manque de personnel|manque d effectif|pas assez de personnel',
      ),
      pressure: detail('pression', 'pression|stress|objectif'),
    },
  },
  management: {
    positive: {
      supportive: detail("encadrement à l'écoute", 'a l ecoute|ecoute|bienveillant|soutien|accompagne'),
      communication: detail('communication', 'communication|transparen|dialogue'),
      managers: detail('encadrement', 'management|manager|responsable|chef|direction|hierarchie'),
    },
    negative: {
      managers: detail('encadrement', 'management|manager|responsable|chef|direction|hierarchie'),
      communication: detail('communication', 'communication|pas d ecoute|manque d ecoute'),
      micromanagement: detail('micro-management', 'micro manag|micromanag|flicage|surveill'),
      favouritism: detail('favoritisme', 'favoritis|copinage|piston|clan'),
    },
  },
  culture: {
    positive: {
      friendly_colleagues: detail(
        'collègues sympathiques',
        'sympa|bonne ambiance|super ambiance|bons collegues|conviv',
      ),
      team: detail("l'équipe", 'equipe'),
      inclusion: detail('inclusion', 'inclusi|diversit|bienveillan|accueillant'),
    },
    negative: {
      toxic: detail('ambiance toxique', 'toxique|harcel|mauvaise ambiance|ambiance toxique|hypocri'),
      cliques: detail('clans et rivalités', 'clan|rivalit|commerage|individualis'),
      inclusion: detail('inclusion', 'inclusi|diversit|discriminat|racis|sexis'),
    },
  },
  career: {
    positive: {
      promotion: detail('promotion', 'promotion'),
      progression: detail('évolution', 'evolution|evoluer|carriere|opportunit|perspective'),
    },
    negative: {
      progression: detail('évolution', 'evolution|evoluer|carriere|opportunit|perspective|promotion'),
    },
  },
  training: {
    positive: {
      training: detail('formation', 'formation|forme|apprendre|apprentissage|apprend'),
    },
    negative: {
      training: detail('formation', 'formation|forme|apprentissage'),
    },
  },
  job_security: {
    positive: {
      security: detail("stabilité de l'emploi", 'stable|stabilite|securite|cdi|perenn'),
    },
    negative: {
      redundancies: detail('licenciements', 'licenci|plan social|suppression|restructur|pse'),
      turnover: detail('rotation du personnel', 'turnover|turn over|rotation|departs'),
      contracts: detail('contrats', 'precar|cdd|interim|instab|contrat'),
    },
  },
  work_itself: {
    positive: {
      interesting: detail('travail intéressant', 'interessant|varie|stimulant|passionnant'),
      meaningful: detail('travail utile', 'utile|sens|gratifiant|valorisant'),
      easy: detail('travail simple', 'travail facile|travail simple|taches simples|poste facile'),
    },
    negative: {
      repetitive: detail('travail répétitif', 'repetiti|ennuy|monoton|routine'),
      physical: detail('travail physique', 'physique|penible|fatigant|epuisant|port de charge'),
    },
  },
  workplace: {
    positive: {
      premises: detail('locaux', 'locaux|bureau|cantine|parking|cadre|batiment'),
      equipment: detail('équipement', 'equipement|materiel|outil|logiciel|informatique'),
    },
    negative: {
      premises: detail('locaux', 'locaux|bureau|open space|cantine|parking|bruit|vetust|batiment'),
      equipment: detail('équipement', 'equipement|materiel|outil|logiciel|informatique'),
    },
  },
  clients: {
    positive: {
      customers: detail('clientèle', 'client|patient|usager'),
    },
    negative: {
      customers: detail('clientèle', 'client|patient|usager'),
    },
  },
};
