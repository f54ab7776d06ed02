-- A patron sees his last rounds again: by what he has sent.

create index unit_person on unit (person, at) where person <> 0 and sender = 0;
