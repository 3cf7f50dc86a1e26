-- The outlet's public site: settings, blocks, what is live, and every version that was. Reason: the website.

-- Which outlet an address belongs to; a visitor has no outlet yet.
create table site_address (
  slug text primary key,
  outlet_id {{int}} not null unique references outlet (id)
){{strict}};
@org site_address

create table site (
  outlet_id {{int}} primary key references outlet (id),
  settings {{json}} not null,
  status text not null check (status in ('Draft', 'Scheduled', 'Published', 'Offline')),
  live {{json}},
  published_at {{int}},
  coming {{json}},
  scheduled_at {{int}},
  -- Who has it sees the draft.
  preview_key text not null default '',
  version {{int}} not null default 1,
  modified_at {{int}} not null,
  modified_by {{int}}
){{strict}};
@outlet site

create table site_version (
  outlet_id {{int}} not null references outlet (id),
  id {{int}} not null,
  snapshot {{json}} not null,
  at {{int}} not null,
  made_by {{int}},
  made_by_name text not null,
  primary key (outlet_id, id)
){{strict}};
@append-only site_version
@sequence site_version

create table page (
  outlet_id {{int}} not null references outlet (id),
  id {{int}} not null,
  key text not null,
  kind text not null,
  title text not null,
  body text not null default '',
  image text,
  image_text text not null default '',
  button_label text not null default '',
  button_link text not null default '',
  slug text not null default '',
  entries {{json}} not null,
  show_from text,
  show_to text,
  is_shown {{bool}} not null default {{true}},
  sort {{int}} default 0,
  is_active {{bool}} not null default {{true}},
  version {{int}} not null default 1,
  created_at {{int}} not null,
  created_by {{int}},
  modified_at {{int}} not null,
  modified_by {{int}},
  primary key (outlet_id, id),
  unique (outlet_id, key)
){{strict}};
@outlet page
@sequence page
