import { erzaehleTeil } from "./erzaehle.ts";

erzaehleTeil(1, 2);
